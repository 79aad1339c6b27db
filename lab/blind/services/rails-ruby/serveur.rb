#!/usr/bin/env ruby
# frozen_string_literal: true

require 'date'
require 'optparse'
require 'securerandom'
require 'socket'
require 'webrick'

ENV['TZ'] = 'America/Toronto'
options = { port: 8080 }
OptionParser.new do |o|
  o.on('--port N', Integer) { |n| options[:port] = n }
  o.on('--fault ID') { |id| options[:fault] = id }
end.parse!

$LOAD_PATH.unshift(File.join(__dir__, 'lib'))
%w[faults models seeds viewer serializers portal feeds documentation application].each { |f| require "guichet/#{f}" }
Guichet::Faults.enable(options[:fault])
store = Guichet::Store.new(Time.now.round)

server = WEBrick::HTTPServer.new(
  BindAddress: '127.0.0.1', Port: options[:port], AccessLog: [], DoNotReverseLookup: true, MaxClients: 100,
  Logger: WEBrick::Log.new($stderr, WEBrick::Log::WARN), ServerSoftware: 'guichetplus',
  AcceptCallback: ->(sock) { sock.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_NODELAY, 1) },
  StartCallback: lambda {
    $stdout.puts "GuichetPlus prêt sur http://127.0.0.1:#{options[:port]}"
    $stdout.flush
  }
)
server.mount_proc('/') { |req, res| Guichet::Application.call(store, req, res) }
%w[INT TERM].each { |s| trap(s) { server.shutdown } }
server.start
