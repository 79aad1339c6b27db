# frozen_string_literal: true

module Guichet
  # One known mistake at a time, switched on by --fault ID (experiment only).
  module Faults
    def self.enable(id) = @active = id
    def self.on?(id) = @active == id
  end
end
