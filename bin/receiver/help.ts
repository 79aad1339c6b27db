/** What stands after the options in the help of `fleetkit receiver check`. */
export const HELP = `
What is sent are events of the contract, marked as samples (is_test) unless effects are counted. Nothing follows a
redirect, and one delivery is under way at a time.

Exit codes:
  0   every must was kept
  1   a must was not kept
  2   the command line or a file it names is wrong
  3   an ordinary delivery was not taken, so that nothing can be said; the report says why
  70  the kit itself erred

Examples:
  FLEETKIT_WEBHOOK_SECRET=whsec_… fleetkit receiver check http://127.0.0.1:3000/hooks
  fleetkit receiver check http://127.0.0.1:3000/hooks --only right-signature-last,odd-spacing
  fleetkit receiver check https://staging.example/hooks --format text --format junit=receiver.xml
  fleetkit receiver check http://127.0.0.1:3000/hooks --effects http://127.0.0.1:3000/effects
  fleetkit receiver check http://127.0.0.1:3000/hooks --scheme acme.yaml

A scheme of your own, in a file; what it leaves out is as in the one it names:
  like: github
  signature_header: x-acme-signature
  hash: sha512

Its members: id_header, timestamp_header, timestamp_prefix, timestamp_unit (s, ms), signature_header, prefix, separator,
encoding (base64, base64url, hex), hash (sha1, sha256, sha512), signed_content ("{id}.{timestamp}.{body}"), secret_form
(whsec, base64, hex, text).`;
