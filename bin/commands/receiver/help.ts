/** The text after the options in the help of `fleetkit receiver check`. */
export const RECEIVER_HELP = `
The deliveries contain events of the contract, marked as samples (is_test), except some if --effects is given. Redirects are not
followed. Deliveries are sent one at a time, except in the probes of concurrent deliveries.

Exit codes:
  0   every "must" probe that was sent passed; the report lists the skipped ones
  1   a "must" probe failed, or the handler rejects an ordinary delivery and the report shows its fault
  2   the command line, or a file named in it, is not valid
  3   the handler accepted no delivery, perhaps because of the secret or the URL; the report states why
  4   no "must" probe failed, but some could not be verified: no event had an effect that --effects shows, or the time was too short
  70  internal error in the kit

Examples:
  fleetkit receiver check --new-secret
  FLEETKIT_WEBHOOK_SECRET=whsec_… fleetkit receiver check http://127.0.0.1:3000/hooks
  fleetkit receiver check http://127.0.0.1:3000/hooks --only right-signature-last,odd-spacing
  fleetkit receiver check https://staging.example/hooks --format text --format junit=receiver.xml
  fleetkit receiver check http://127.0.0.1:3000/hooks --effects http://127.0.0.1:3000/effects
  fleetkit receiver check http://127.0.0.1:3000/hooks --scheme acme.yaml

Your own scheme, in a file. Members that it omits come from the scheme named by "like":
  like: github
  signature_header: x-acme-signature
  hash: sha512

Its members: id_header, timestamp_header, timestamp_prefix, timestamp_unit (s, ms), signature_header, prefix, separator,
encoding (base64, base64url, hex), hash (sha1, sha256, sha512), signed_content ("{id}.{timestamp}.{body}"), secret_form
(whsec, base64, hex, text).`;
