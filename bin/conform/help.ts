/** What stands after the options in the help of `fleetkit conform`. */
export const HELP = `
Exit codes:
  0   every rule that must be kept was kept
  1   a rule that must be kept was broken
  2   the command line or a file it names is wrong
  3   the target could not be reached, or no key opens anything
  4   nothing was broken, but a rule could not be verified (see --allow-unverified)
  5   an entry of the baseline is stale or expired
  70  the kit itself erred

Keys:
  One key judges what any caller can see; two keys of different scopes judge that they cannot see each other.
  Without --key and --keys-file, FLEETKIT_KEYS ("east=KEY,west=KEY") or FLEETKIT_KEY is used; without these, keys are
  asked for on a terminal. A key on the command line can be seen by others: prefer a file or the environment.

Examples:
  fleetkit conform https://portal.example --keys-file keys.txt
  FLEETKIT_KEYS="east=$EAST,west=$WEST" fleetkit conform http://127.0.0.1:4400 --only 'scope/*'
  fleetkit conform https://portal.example --keys-file keys.txt --format text --format html=report.html --baseline known.yaml
  fleetkit conform compare yesterday.json today.json`;
