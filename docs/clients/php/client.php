<?php
/*
 * A client with all tasks of `fleetkit client check`, for PHP 8.1 or later with OpenSSL, without packages.
 *
 * Run it with: fleetkit client check -- php client.php
 * Replace the functions read_json, read_list and write by calls of your own client.
 */

declare(strict_types=1);

ini_set('display_errors', 'stderr');

const RESPONSE_SECONDS = 6.0;
const MOST_ATTEMPTS = 4;
const TEMPORARY = [429, 500, 502, 503, 504];
const STATES = ['triggered', 'escalated', 'resolved'];
define('BASE_URL', (string) getenv('FLEETKIT_URL'));
define('KEY', (string) getenv('FLEETKIT_KEY'));
define('END', microtime(true) + 0.8 * (float) (getenv('FLEETKIT_TIMEOUT') ?: 30));

/** The task cannot be done. */
class Failure extends Exception
{
}

/** The service refused a request. */
class Refused extends Failure
{
    public function __construct(int $status, public readonly mixed $code)
    {
        parent::__construct("the service answered $status");
    }
}

/**
 * Sends one request. Redirects are not followed, so that no other host gets the key.
 *
 * @return array{int, array<string, string>, string} status, headers by lower-case name, body
 */
function send_once(string $method, string $target, array $headers, ?string $body): array
{
    $last = min(microtime(true) + RESPONSE_SECONDS, END);
    $lines = ["X-API-Key: " . KEY, ...$headers];
    $context = stream_context_create(['http' => [
        'method' => $method,
        'header' => implode("\r\n", $lines),
        'content' => $body ?? '',
        'timeout' => max(0.1, $last - microtime(true)),
        'ignore_errors' => true,
        'follow_location' => 0,
        'protocol_version' => 1.0, // in 1.1, PHP waits for the end of a body that is sent in chunks
    ]]);
    $stream = @fopen(BASE_URL . $target, 'r', false, $context);
    if ($stream === false) {
        throw new RuntimeException('no response');
    }
    $received = stream_get_meta_data($stream)['wrapper_data'];
    $status = (int) explode(' ', $received[0])[1];
    $named = [];
    foreach (array_slice($received, 1) as $line) {
        [$name, $value] = array_pad(explode(':', $line, 2), 2, '');
        $named[strtolower(trim($name))] = trim($value);
    }
    $content = '';
    while (!feof($stream)) {
        $part = fread($stream, 65536);
        if ($part === false || stream_get_meta_data($stream)['timed_out'] || microtime(true) > $last) {
            throw new RuntimeException('the body takes too long');
        }
        $content .= $part;
    }
    fclose($stream);
    if (isset($named['content-length']) && strlen($content) !== (int) $named['content-length']) {
        throw new RuntimeException('the body is incomplete');
    }
    return [$status, $named, $content];
}

/** Sends a request, and repeats it after temporary failures. Writes need an Idempotency-Key. */
function send(
    string $method,
    string $target,
    array $headers = [],
    ?string $body = null,
    string $media_type = 'application/json',
): array {
    $reason = 'no attempt';
    for ($attempt = 0; $attempt < MOST_ATTEMPTS; $attempt++) {
        $pause = 0.4 * 2 ** $attempt;
        try {
            [$status, $received, $content] = send_once($method, $target, $headers, $body);
            $is_usual = $status < 300 && str_starts_with($received['content-type'] ?? '', $media_type);
            if ($status === 304 || ($is_usual && ($media_type !== 'application/json' || json_decode($content) !== null))) {
                return [$status, $received, $content];
            }
            if ($status >= 300 && !in_array($status, TEMPORARY, true)) {
                throw new Refused($status, json_decode($content, true)['code'] ?? null);
            }
            $reason = "status $status";
            $pause = read_pause($received['retry-after'] ?? '') ?? $pause;
        } catch (RuntimeException $error) {
            $reason = $error->getMessage();
        }
        if ($attempt + 1 === MOST_ATTEMPTS || microtime(true) + $pause > END) {
            break;
        }
        usleep((int) (1_000_000 * $pause));
    }
    throw new Failure("$method failed: $reason");
}

/** Returns how many seconds the service demands to wait. */
function read_pause(string $given): ?float
{
    if (ctype_digit($given)) {
        return (float) $given;
    }
    $date = $given === '' ? false : strtotime($given);
    return $date === false ? null : max(0.0, $date - microtime(true));
}

function read_json(string $path, array $query = []): array
{
    $target = $query === [] ? $path : $path . '?' . http_build_query($query, '', '&', PHP_QUERY_RFC3986);
    return json_decode(send('GET', $target, ['Accept: application/json'])[2], true, 64, JSON_THROW_ON_ERROR);
}

/** Reads the pages of a list until it has enough rows, or all. Starts again if a cursor has expired. */
function read_list(string $path, array $query = [], ?callable $is_enough = null): array
{
    for ($walk = 0; $walk < 3; $walk++) {
        $rows = [];
        $cursor = null;
        try {
            while (true) {
                $page = read_json($path, ($cursor === null ? [] : ['cursor' => $cursor]) + $query + ['limit' => 200]);
                array_push($rows, ...$page['data']);
                if (!$page['page']['has_more'] || ($is_enough !== null && $is_enough($rows))) {
                    return $rows;
                }
                $cursor = $page['page']['next_cursor'];
            }
        } catch (Refused $refusal) {
            if ($refusal->code !== 'cursor_expired' || $cursor === null) {
                throw $refusal;
            }
        }
    }
    throw new Failure('cursors expire too fast');
}

function write(string $path, array $body): array
{
    $headers = ['Content-Type: application/json', 'Idempotency-Key: ' . bin2hex(random_bytes(16))];
    return json_decode(send('POST', $path, $headers, json_encode($body))[2], true, 64, JSON_THROW_ON_ERROR);
}

/** Parses an amount with two decimals to cents. Integers of PHP have 64 bits. */
function to_cents(string $amount): int
{
    return (int) str_replace('.', '', $amount);
}

function format_cents(int $cents): string
{
    $digits = str_pad((string) abs($cents), 3, '0', STR_PAD_LEFT);
    return ($cents < 0 ? '-' : '') . substr($digits, 0, -2) . '.' . substr($digits, -2);
}

function read_rows(string $terminal_id): array
{
    $rows = read_list('/v1/terminals/' . rawurlencode($terminal_id) . '/transactions');
    return array_values(array_column($rows, null, 'transaction_id'));
}

function list_terminals(array $given): array
{
    $ids = array_merge(...array_column(read_list('/v1/locations'), 'terminal_ids'));
    return ['terminal_ids' => array_values(array_unique($ids, SORT_STRING))];
}

function count_transactions(array $given): array
{
    $rows = read_rows($given['terminal_id']);
    return [
        'count' => count($rows),
        'with_emv' => count(array_filter($rows, fn ($row) => array_key_exists('emv', $row))),
        'linked' => count(array_filter($rows, fn ($row) => $row['linked_transaction_id'] !== null)),
    ];
}

function sum_withdrawn(array $given): array
{
    $sum = 0;
    foreach (read_rows($given['terminal_id']) as $row) {
        $is_withdrawal = in_array($row['transaction_type'], ['withdrawal', 'cash_advance'], true);
        if ($is_withdrawal && str_starts_with($row['terminal_datetime'], $given['date'])) {
            $sum += to_cents($row['amt_comp']);
        }
    }
    return ['amount' => format_cents($sum)];
}

function top_transactions(array $given): array
{
    $list_ids = fn ($rows) => array_values(array_unique(array_column($rows, 'transaction_id'), SORT_STRING));
    $count = $given['count'];
    $order = ['sort_by' => 'amt_comp', 'sort_dir' => 'desc', 'limit' => min($count, 500)];
    $rows = read_list('/v1/transactions', $order, fn ($read) => count($list_ids($read)) >= $count);
    return ['transaction_ids' => array_slice($list_ids($rows), 0, $count)];
}

/** Returns the keys of an array as strings: PHP turns keys of digits into integers. */
function list_keys(array $values): array
{
    return array_map('strval', array_keys($values));
}

function sync_transactions(array $given): array
{
    $file = $given['state_file'];
    $known = is_file($file) ? array_fill_keys(json_decode(file_get_contents($file), true), true) : [];
    for ($poll = 0; $poll < $given['polls']; $poll++) {
        if ($poll > 0) {
            usleep(1000 * $given['interval_ms']);
        }
        foreach (read_list('/v1/transactions') as $row) {
            $known[$row['transaction_id']] = true;
        }
    }
    $ids = list_keys($known);
    file_put_contents($file, json_encode($ids));
    return ['transaction_ids' => $ids];
}

function open_dispute(array $given): array
{
    $body = array_intersect_key($given, array_flip(['transaction_id', 'reason_code', 'amount']));
    return ['dispute_id' => write('/v1/disputes', $body)['dispute_id']];
}

function derive_settlements(array $given): array
{
    $batches = write('/v1/settlements/derive', ['business_date' => $given['business_date']])['batches'];
    return [
        'batch_ids' => array_column($batches, 'batch_id'),
        'net_payout' => format_cents(array_sum(array_map('to_cents', array_column($batches, 'net_payout')))),
    ];
}

function read_feed(array $given): array
{
    $path = '/v1/feeds/terminals/' . rawurlencode($given['terminal_id']) . '.xml';
    $titles = [];
    $tag = null;
    for ($poll = 0; $poll < $given['polls']; $poll++) {
        if ($poll > 0) {
            usleep(1000 * $given['interval_ms']);
        }
        $headers = $tag === null ? [] : ["If-None-Match: $tag"];
        [$status, $received, $content] = send('GET', $path, $headers, null, 'application/rss+xml');
        if ($status === 304) {
            continue;
        }
        $tag = $received['etag'] ?? null;
        foreach (read_items($content) as [$guid, $title]) {
            $titles[$guid] = $title;
        }
    }
    $items = [];
    foreach ($titles as $guid => $title) {
        $items[] = ['guid' => (string) $guid, 'title' => $title];
    }
    return ['items' => $items];
}

/** Returns guid and title of each item. Uses the text functions of PHP, because its XML extensions are optional. */
function read_items(string $xml): array
{
    preg_match_all('~<item>.*?</item>~s', $xml, $items);
    return array_map(fn ($item) => [read_element($item, 'guid'), read_element($item, 'title')], $items[0]);
}

function read_element(string $xml, string $name): string
{
    preg_match("~<$name(?:\\s[^>]*)?>(.*?)</$name>~s", $xml, $match);
    $parts = preg_split('~(<!\[CDATA\[.*?\]\]>)~s', $match[1] ?? '', -1, PREG_SPLIT_DELIM_CAPTURE);
    $decode = fn ($part) => str_starts_with($part, '<![CDATA[')
        ? substr($part, 9, -3)
        : html_entity_decode($part, ENT_QUOTES | ENT_XML1, 'UTF-8');
    return implode('', array_map($decode, $parts));
}

/** Receives deliveries until the program is stopped. Prints the answer after each one. */
function receive_webhooks(array $given): never
{
    $ids = [];
    $latest = []; // the newest sequence and state of each incident
    foreach ($given['terminal_ids'] as $terminal_id) {
        $status = read_json('/v1/terminals/' . rawurlencode($terminal_id) . '/status-monitoring');
        foreach ($status['open_alerts'] as $alert) {
            $latest[$alert['incident_id']] = [0, 'triggered'];
        }
    }
    $secret = base64_decode(substr($given['secret'], strlen('whsec_')));
    $server = stream_socket_server("tcp://127.0.0.1:{$given['port']}");
    while (true) {
        $connection = @stream_socket_accept($server, 3600);
        if ($connection === false) {
            continue;
        }
        $request = read_request($connection);
        if ($request === null) {
            fclose($connection);
            continue;
        }
        [$path, $headers, $body] = $request;
        if ($path !== $given['path']) {
            respond($connection, '404 Not Found');
            continue;
        }
        if (!is_genuine($secret, $headers, $body)) {
            respond($connection, '401 Unauthorized');
            continue;
        }
        $event = json_decode($body, true);
        if (!is_string($event['id'] ?? null)) {
            respond($connection, '400 Bad Request');
            continue;
        }
        $incident = $event['incident'] ?? null;
        if (($event['is_test'] ?? false) === true) { // a sample has no effect
            respond($connection, '204 No Content');
            continue;
        }
        if (!isset($ids[$event['id']]) && $incident !== null && in_array($incident['state'], STATES, true)) {
            if ($incident['sequence'] > ($latest[$incident['incident_id']][0] ?? -1)) {
                $latest[$incident['incident_id']] = [$incident['sequence'], $incident['state']];
            }
        }
        $ids[$event['id']] = true;
        $open = list_keys(array_filter($latest, fn ($one) => $one[1] !== 'resolved'));
        echo json_encode(['event_ids' => list_keys($ids), 'open_incidents' => $open]), "\n";
        respond($connection, '204 No Content');
    }
}

/** Reads a request. Returns its path, its headers by lower-case name and its body; null if it is incomplete. */
function read_request($connection): ?array
{
    stream_set_timeout($connection, 5);
    $headers = [];
    $first = fgets($connection);
    if ($first === false) {
        return null;
    }
    $path = explode(' ', $first)[1] ?? '';
    while (($line = fgets($connection)) !== false && trim($line) !== '') {
        [$name, $value] = array_pad(explode(':', $line, 2), 2, '');
        $headers[strtolower(trim($name))] = trim($value);
    }
    $length = (int) ($headers['content-length'] ?? 0);
    $body = $length === 0 ? '' : (string) stream_get_contents($connection, $length);
    return strlen($body) === $length ? [$path, $headers, $body] : null;
}

function respond($connection, string $status): void
{
    fwrite($connection, "HTTP/1.1 $status\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    fclose($connection);
}

function is_genuine(string $secret, array $headers, string $body): bool
{
    $stamp = $headers['webhook-timestamp'] ?? '';
    if (!ctype_digit($stamp) || abs(time() - (int) $stamp) > 300) {
        return false;
    }
    $signed = ($headers['webhook-id'] ?? '') . ".$stamp.$body";
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $secret, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

const TASKS = [
    'list_terminals',
    'count_transactions',
    'sum_withdrawn',
    'top_transactions',
    'sync_transactions',
    'open_dispute',
    'derive_settlements',
    'read_feed',
    'receive_webhooks',
];

try {
    $task = (string) getenv('FLEETKIT_TASK');
    if (!in_array($task, TASKS, true)) {
        throw new Failure("no task $task");
    }
    echo json_encode($task(json_decode((string) getenv('FLEETKIT_INPUT'), true, 64, JSON_THROW_ON_ERROR))), "\n";
} catch (Failure $failure) {
    echo json_encode(['error' => $failure->getMessage()]), "\n";
    exit(1);
}
