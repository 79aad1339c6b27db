// Receives webhooks with only the standard library: WEBHOOK_SECRET=whsec_… PORT=3000 go run main.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const tolerance, mostBytes, mostIDs = 5 * time.Minute, 256 << 10, 10_000

// isGenuine reports whether the signature is valid for these bytes and the timestamp is recent.
func isGenuine(key []byte, header http.Header, body []byte) bool {
	ids, times, signatures := header["Webhook-Id"], header["Webhook-Timestamp"], header["Webhook-Signature"]
	if len(ids) != 1 || len(times) != 1 || len(signatures) != 1 || ids[0] == "" { // missing or repeated
		return false
	}
	seconds, err := strconv.ParseInt(times[0], 10, 64)
	if age := time.Since(time.Unix(seconds, 0)); err != nil || age > tolerance || age < -tolerance {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", ids[0], times[0], body)
	expected := mac.Sum(nil)
	for _, signature := range strings.Split(signatures[0], " ") { // a secret rotation adds a second signature
		version, digest, _ := strings.Cut(signature, ",")
		given, err := base64.StdEncoding.DecodeString(digest)
		if version == "v1" && err == nil && hmac.Equal(given, expected) { // in constant time
			return true
		}
	}
	return false
}

type event struct {
	ID     string `json:"id"`
	Type   string `json:"type"`
	IsTest bool   `json:"is_test"`
	// nil for an event without an incident
	Incident *struct {
		ID       string `json:"incident_id"`
		Sequence int    `json:"sequence"`
	} `json:"incident"`
}

// In production, use your database for all of these: memory is lost when the process ends.
var (
	lock   sync.Mutex
	seen   = map[string]bool{}
	order  []string
	events = make(chan event, 1000)
	// the highest sequence of each incident, used by one goroutine only
	latest    = map[string]int{}
	incidents []string
)

func isNew(id string) bool {
	lock.Lock()
	defer lock.Unlock()
	if seen[id] {
		return false
	}
	seen[id], order = true, append(order, id)
	if len(order) > mostIDs { // remove the oldest
		delete(seen, order[0])
		order = order[1:]
	}
	return true
}

// isCurrent reports whether an event is not older than the newest one of its incident: events can arrive in any order.
func isCurrent(e event) bool {
	if e.Incident == nil {
		return true
	}
	id, sequence := e.Incident.ID, e.Incident.Sequence
	highest, isKnown := latest[id]
	if sequence < highest {
		return false
	}
	latest[id] = sequence
	if !isKnown {
		incidents = append(incidents, id)
	}
	if len(incidents) > mostIDs { // remove the oldest
		delete(latest, incidents[0])
		incidents = incidents[1:]
	}
	return true
}

func workForEver() {
	for e := range events {
		if !e.IsTest && isCurrent(e) { // acknowledge a sample and do nothing else
			fmt.Println("handled", e.ID, e.Type)
		}
	}
}

// receive returns the status of the response.
func receive(key []byte, w http.ResponseWriter, r *http.Request) int {
	if r.Method != http.MethodPost {
		return http.StatusMethodNotAllowed
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBytes))
	if err != nil {
		return http.StatusRequestEntityTooLarge
	}
	if !isGenuine(key, r.Header, body) { // before parsing the body
		return http.StatusUnauthorized
	}
	var e event
	if json.Unmarshal(body, &e) != nil || e.Type == "" { // not an event
		return http.StatusBadRequest
	}
	if isNew(r.Header.Get("Webhook-Id")) {
		events <- e
	}
	return http.StatusNoContent // also for a repeat
}

func main() {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_"))
	if err != nil || len(key) == 0 { // the key is base64-encoded
		log.Fatal("Set WEBHOOK_SECRET to the secret of the destination: whsec_ and base64")
	}
	go workForEver()
	http.HandleFunc("/hooks", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(receive(key, w, r)) })
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://%s/hooks\n", listener.Addr())
	log.Fatal((&http.Server{ReadTimeout: 30 * time.Second}).Serve(listener))
}
