<?php
// Verifies a delivery: WEBHOOK_SECRET=whsec_… php verify.php <id> <timestamp> <signature> < body

const TOLERANCE_SECONDS = 300;

/** Returns whether the signature is valid for these bytes, as received, and the timestamp is recent. */
function verify(string $id, string $timestamp, string $signature, string $body, string $secret): bool
{
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')), true); // the key is base64-encoded
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    $isValid = false;
    foreach (explode(' ', $signature) as $one) { // a secret rotation adds a second signature
        $isValid = hash_equals($expected, $one) || $isValid; // in constant time
    }
    return $isValid;
}

[, $id, $timestamp, $signature] = $argv;
$body = file_get_contents('php://stdin');
echo verify($id, $timestamp, $signature, $body, getenv('WEBHOOK_SECRET')) ? "valid\n" : "not valid\n";
