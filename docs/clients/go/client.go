// A client with all tasks of `fleetkit client check`, for Go 1.19 or later, without packages.
//
// Run it with: go build client.go && fleetkit client check -- ./client
// Replace the functions readJSON, readList and write by calls of your own client.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	responseLimit = 6 * time.Second
	mostAttempts  = 4
)

var (
	baseURL = os.Getenv("FLEETKIT_URL")
	key     = os.Getenv("FLEETKIT_KEY")
	end     = time.Now().Add(readLimit())
	// Redirects are not followed, so that no other host gets the key.
	client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
)

func readLimit() time.Duration {
	seconds, err := strconv.ParseFloat(os.Getenv("FLEETKIT_TIMEOUT"), 64)
	if err != nil {
		seconds = 30
	}
	return time.Duration(0.8 * seconds * float64(time.Second))
}

// refused is the error of a request that the service refused.
type refused struct {
	status int
	code   string
}

func (r refused) Error() string { return fmt.Sprintf("the service answered %d", r.status) }

type received struct {
	status int
	header http.Header
	body   []byte
}

func sendOnce(method, target string, header http.Header, body []byte) (received, error) {
	client.Timeout = responseLimit
	request, err := http.NewRequest(method, baseURL+target, bytes.NewReader(body))
	if err != nil {
		return received{}, err
	}
	for name, values := range header {
		request.Header[name] = values
	}
	request.Header.Set("X-API-Key", key)
	response, err := client.Do(request)
	if err != nil {
		return received{}, errors.New("no response")
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	return received{response.StatusCode, response.Header, content}, err
}

func isTemporary(status int) bool {
	return status == 429 || status == 500 || (status >= 502 && status <= 504)
}

// send sends a request, and repeats it after temporary failures. Writes need an Idempotency-Key.
func send(method, target string, header http.Header, body []byte, mediaType string) (received, error) {
	reason := "no attempt"
	for attempt := 0; attempt < mostAttempts; attempt++ {
		pause := 400 * time.Millisecond << attempt
		answer, err := sendOnce(method, target, header, body)
		if err != nil {
			reason = err.Error()
		} else {
			isUsual := answer.status < 300 && strings.HasPrefix(answer.header.Get("Content-Type"), mediaType)
			if answer.status == 304 || (isUsual && (mediaType != "application/json" || json.Valid(answer.body))) {
				return answer, nil
			}
			if answer.status >= 300 && !isTemporary(answer.status) {
				var problem struct{ Code string }
				_ = json.Unmarshal(answer.body, &problem) // other bodies have no code
				return answer, refused{answer.status, problem.Code}
			}
			reason = fmt.Sprintf("status %d", answer.status)
			pause = readPause(answer.header.Get("Retry-After"), pause)
		}
		if attempt+1 == mostAttempts || time.Now().Add(pause).After(end) {
			break
		}
		time.Sleep(pause)
	}
	return received{}, fmt.Errorf("%s failed: %s", method, reason)
}

// readPause returns how long the service demands to wait.
func readPause(given string, otherwise time.Duration) time.Duration {
	if seconds, err := strconv.Atoi(given); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if date, err := http.ParseTime(given); err == nil {
		return time.Until(date)
	}
	return otherwise
}

func readJSON(path string, query url.Values, into any) error {
	target := path
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	answer, err := send("GET", target, http.Header{"Accept": {"application/json"}}, nil, "application/json")
	if err != nil {
		return err
	}
	return json.Unmarshal(answer.body, into)
}

// readList reads all pages of a list. It starts again if a cursor has expired.
func readList[Row any](path string) ([]Row, error) {
	return readUntil(path, url.Values{"limit": {"200"}}, func([]Row) bool { return false })
}

// readUntil reads the pages of a list until it has enough rows, or all.
func readUntil[Row any](path string, parameters url.Values, isEnough func([]Row) bool) ([]Row, error) {
	for walk := 0; walk < 3; walk++ {
		rows, cursor := []Row{}, ""
		for {
			var page struct {
				Data []Row
				Page struct {
					HasMore    bool    `json:"has_more"`
					NextCursor *string `json:"next_cursor"`
				}
			}
			query := url.Values{}
			for name, values := range parameters {
				query[name] = values
			}
			if cursor != "" {
				query.Set("cursor", cursor)
			}
			if err := readJSON(path, query, &page); err != nil {
				var refusal refused
				if errors.As(err, &refusal) && refusal.code == "cursor_expired" && cursor != "" {
					break
				}
				return nil, err
			}
			rows = append(rows, page.Data...)
			if !page.Page.HasMore || page.Page.NextCursor == nil || isEnough(rows) {
				return rows, nil
			}
			cursor = *page.Page.NextCursor
		}
	}
	return nil, errors.New("cursors expire too fast")
}

func write(path string, body, into any) error {
	content, err := json.Marshal(body)
	if err != nil {
		return err
	}
	token := make([]byte, 16)
	if _, err := rand.Read(token); err != nil {
		return err
	}
	header := http.Header{"Content-Type": {"application/json"}, "Idempotency-Key": {hex.EncodeToString(token)}}
	answer, err := send("POST", path, header, content, "application/json")
	if err != nil {
		return err
	}
	return json.Unmarshal(answer.body, into)
}

// toCents parses an amount with two decimals.
func toCents(amount string) *big.Int {
	cents, _ := new(big.Int).SetString(strings.Replace(amount, ".", "", 1), 10)
	if cents == nil {
		return new(big.Int)
	}
	return cents
}

func formatCents(cents *big.Int) string {
	return new(big.Rat).SetFrac(cents, big.NewInt(100)).FloatString(2)
}

type transaction struct {
	ID       string  `json:"transaction_id"`
	Time     string  `json:"terminal_datetime"`
	Type     string  `json:"transaction_type"`
	AmtComp  string  `json:"amt_comp"`
	EMV      *string `json:"emv"`
	LinkedID *string `json:"linked_transaction_id"`
}

func readRows(terminalID string) ([]transaction, error) {
	rows, err := readList[transaction]("/v1/terminals/" + url.PathEscape(terminalID) + "/transactions")
	return removeRepeats(rows), err
}

func removeRepeats(rows []transaction) []transaction {
	known, unique := map[string]bool{}, []transaction{}
	for _, row := range rows {
		if !known[row.ID] {
			known[row.ID] = true
			unique = append(unique, row)
		}
	}
	return unique
}

type input struct {
	TerminalID    string   `json:"terminal_id"`
	Date          string   `json:"date"`
	Count         int      `json:"count"`
	Polls         int      `json:"polls"`
	IntervalMs    int      `json:"interval_ms"`
	StateFile     string   `json:"state_file"`
	TransactionID string   `json:"transaction_id"`
	ReasonCode    string   `json:"reason_code"`
	Amount        string   `json:"amount"`
	BusinessDate  string   `json:"business_date"`
	Port          int      `json:"port"`
	Path          string   `json:"path"`
	Secret        string   `json:"secret"`
	TerminalIDs   []string `json:"terminal_ids"`
}

type answer map[string]any

func listTerminals(input) (answer, error) {
	locations, err := readList[struct {
		TerminalIDs []string `json:"terminal_ids"`
	}]("/v1/locations")
	known, ids := map[string]bool{}, []string{}
	for _, location := range locations {
		for _, id := range location.TerminalIDs {
			if !known[id] {
				known[id] = true
				ids = append(ids, id)
			}
		}
	}
	return answer{"terminal_ids": ids}, err
}

func countTransactions(given input) (answer, error) {
	rows, err := readRows(given.TerminalID)
	withEMV, linked := 0, 0
	for _, row := range rows {
		if row.EMV != nil {
			withEMV++
		}
		if row.LinkedID != nil {
			linked++
		}
	}
	return answer{"count": len(rows), "with_emv": withEMV, "linked": linked}, err
}

func sumWithdrawn(given input) (answer, error) {
	rows, err := readRows(given.TerminalID)
	sum := new(big.Int)
	for _, row := range rows {
		isWithdrawal := row.Type == "withdrawal" || row.Type == "cash_advance"
		if isWithdrawal && strings.HasPrefix(row.Time, given.Date) {
			sum.Add(sum, toCents(row.AmtComp))
		}
	}
	return answer{"amount": formatCents(sum)}, err
}

func topTransactions(given input) (answer, error) {
	limit := given.Count
	if limit > 500 {
		limit = 500
	}
	order := url.Values{"sort_by": {"amt_comp"}, "sort_dir": {"desc"}, "limit": {strconv.Itoa(limit)}}
	isEnough := func(rows []transaction) bool { return len(removeRepeats(rows)) >= given.Count }
	rows, err := readUntil("/v1/transactions", order, isEnough)
	ids := []string{}
	for _, row := range removeRepeats(rows) {
		if len(ids) < given.Count {
			ids = append(ids, row.ID)
		}
	}
	return answer{"transaction_ids": ids}, err
}

func pause(given input, poll int) {
	if poll > 0 {
		time.Sleep(time.Duration(given.IntervalMs) * time.Millisecond)
	}
}

func syncTransactions(given input) (answer, error) {
	ids := []string{}
	if content, err := os.ReadFile(given.StateFile); err == nil {
		if err := json.Unmarshal(content, &ids); err != nil {
			return nil, err
		}
	}
	known := map[string]bool{}
	for _, id := range ids {
		known[id] = true
	}
	for poll := 0; poll < given.Polls; poll++ {
		pause(given, poll)
		rows, err := readList[transaction]("/v1/transactions")
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			if !known[row.ID] {
				known[row.ID] = true
				ids = append(ids, row.ID)
			}
		}
	}
	content, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	return answer{"transaction_ids": ids}, os.WriteFile(given.StateFile, content, 0o600)
}

func openDispute(given input) (answer, error) {
	body := answer{"transaction_id": given.TransactionID, "reason_code": given.ReasonCode, "amount": given.Amount}
	var dispute struct {
		ID string `json:"dispute_id"`
	}
	err := write("/v1/disputes", body, &dispute)
	return answer{"dispute_id": dispute.ID}, err
}

func deriveSettlements(given input) (answer, error) {
	var derivation struct {
		Batches []struct {
			ID        string `json:"batch_id"`
			NetPayout string `json:"net_payout"`
		}
	}
	err := write("/v1/settlements/derive", answer{"business_date": given.BusinessDate}, &derivation)
	ids, net := []string{}, new(big.Int)
	for _, batch := range derivation.Batches {
		ids = append(ids, batch.ID)
		net.Add(net, toCents(batch.NetPayout))
	}
	return answer{"batch_ids": ids, "net_payout": formatCents(net)}, err
}

func readFeed(given input) (answer, error) {
	type item struct {
		GUID  string `xml:"guid" json:"guid"`
		Title string `xml:"title" json:"title"`
	}
	items, known, tag := []item{}, map[string]bool{}, ""
	for poll := 0; poll < given.Polls; poll++ {
		pause(given, poll)
		header := http.Header{}
		if tag != "" {
			header.Set("If-None-Match", tag)
		}
		path := "/v1/feeds/terminals/" + url.PathEscape(given.TerminalID) + ".xml"
		response, err := send("GET", path, header, nil, "application/rss+xml")
		if err != nil {
			return nil, err
		}
		if response.status == 304 {
			continue
		}
		tag = response.header.Get("ETag")
		var feed struct {
			Items []item `xml:"channel>item"`
		}
		if err := xml.Unmarshal(response.body, &feed); err != nil {
			return nil, err
		}
		for _, one := range feed.Items {
			if !known[one.GUID] {
				known[one.GUID] = true
				items = append(items, one)
			}
		}
	}
	return answer{"items": items}, nil
}

type incident struct {
	ID       string `json:"incident_id"`
	Sequence int    `json:"sequence"`
	State    string `json:"state"`
}

func isState(name string) bool {
	return name == "triggered" || name == "escalated" || name == "resolved"
}

// receiveWebhooks receives deliveries until the program is stopped. It prints the answer after each one.
func receiveWebhooks(given input) (answer, error) {
	secret, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(given.Secret, "whsec_"))
	if err != nil {
		return nil, err
	}
	latest := map[string]incident{}
	for _, id := range given.TerminalIDs {
		var status struct {
			OpenAlerts []incident `json:"open_alerts"`
		}
		if err := readJSON("/v1/terminals/"+url.PathEscape(id)+"/status-monitoring", nil, &status); err != nil {
			return nil, err
		}
		for _, alert := range status.OpenAlerts {
			latest[alert.ID] = incident{alert.ID, 0, "triggered"}
		}
	}
	ids, known := []string{}, map[string]bool{}
	var lock sync.Mutex
	handler := func(response http.ResponseWriter, request *http.Request) {
		if request.URL.Path != given.Path {
			response.WriteHeader(http.StatusNotFound)
			return
		}
		body, err := io.ReadAll(request.Body)
		if err != nil || !isGenuine(secret, request.Header, body) {
			response.WriteHeader(http.StatusUnauthorized)
			return
		}
		var event struct {
			ID       string    `json:"id"`
			IsTest   bool      `json:"is_test"`
			Incident *incident `json:"incident"`
		}
		if json.Unmarshal(body, &event) != nil || event.ID == "" {
			response.WriteHeader(http.StatusBadRequest)
			return
		}
		lock.Lock()
		defer lock.Unlock()
		if !event.IsTest && !known[event.ID] { // a sample has no effect
			known[event.ID] = true
			ids = append(ids, event.ID)
			if event.Incident != nil && isState(event.Incident.State) {
				before, isKnown := latest[event.Incident.ID]
				if !isKnown || event.Incident.Sequence > before.Sequence {
					latest[event.Incident.ID] = *event.Incident
				}
			}
		}
		open := []string{}
		for id, one := range latest {
			if one.State != "resolved" {
				open = append(open, id)
			}
		}
		_ = json.NewEncoder(os.Stdout).Encode(answer{"event_ids": ids, "open_incidents": open})
		response.WriteHeader(http.StatusNoContent)
	}
	return nil, http.ListenAndServe(fmt.Sprintf("127.0.0.1:%d", given.Port), http.HandlerFunc(handler))
}

func isGenuine(secret []byte, header http.Header, body []byte) bool {
	stamp, err := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64)
	if age := time.Now().Unix() - stamp; err != nil || age > 300 || age < -300 {
		return false
	}
	mac := hmac.New(sha256.New, secret)
	fmt.Fprintf(mac, "%s.%d.", header.Get("webhook-id"), stamp)
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, signature := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal(expected, []byte(signature)) {
			return true
		}
	}
	return false
}

var tasks = map[string]func(input) (answer, error){
	"list_terminals":     listTerminals,
	"count_transactions": countTransactions,
	"sum_withdrawn":      sumWithdrawn,
	"top_transactions":   topTransactions,
	"sync_transactions":  syncTransactions,
	"open_dispute":       openDispute,
	"derive_settlements": deriveSettlements,
	"read_feed":          readFeed,
	"receive_webhooks":   receiveWebhooks,
}

func run() (answer, error) {
	task, isKnown := tasks[os.Getenv("FLEETKIT_TASK")]
	if !isKnown {
		return nil, fmt.Errorf("no task %q", os.Getenv("FLEETKIT_TASK"))
	}
	var given input
	if err := json.Unmarshal([]byte(os.Getenv("FLEETKIT_INPUT")), &given); err != nil {
		return nil, err
	}
	return task(given)
}

func main() {
	result, err := run()
	if err != nil {
		_ = json.NewEncoder(os.Stdout).Encode(answer{"error": err.Error()})
		os.Exit(1)
	}
	_ = json.NewEncoder(os.Stdout).Encode(result)
}
