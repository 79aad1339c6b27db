// Verifies a delivery: WEBHOOK_SECRET=whsec_… go run verify.go <id> <timestamp> <signature> < body
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

const tolerance = 5 * time.Minute

// verify reports whether the signature is valid for these bytes, as received, and the timestamp is recent.
func verify(id, timestamp, signature string, body []byte, secret string) bool {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if age := time.Since(time.Unix(seconds, 0)); err != nil || age > tolerance || age < -tolerance {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_")) // the key is base64-encoded
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, timestamp, body)
	expected := mac.Sum(nil)
	for _, one := range strings.Split(signature, " ") { // a secret rotation adds a second signature
		version, digest, _ := strings.Cut(one, ",")
		given, err := base64.StdEncoding.DecodeString(digest)
		if version == "v1" && err == nil && hmac.Equal(given, expected) { // in constant time
			return true
		}
	}
	return false
}

func main() {
	body, _ := io.ReadAll(os.Stdin)
	if verify(os.Args[1], os.Args[2], os.Args[3], body, os.Getenv("WEBHOOK_SECRET")) {
		fmt.Println("valid")
	} else {
		fmt.Println("not valid")
	}
}
