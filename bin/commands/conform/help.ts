/** The text after the options in the help of `fleetkit conform`. */
export const CONFORM_HELP = `
Exit codes:
  0   the service conforms: every "must" rule holds
  1   the service violates a "must" rule
  2   the command line, or a file named in it, is not valid
  3   the target could not be reached, or no key grants access
  4   no violation found, but a rule could not be verified (see --allow-unverified)
  5   a baseline entry is stale or expired
  70  internal error in the kit

Keys:
  One key is enough for most checks. The scope checks need two keys with different scopes.
  Without --key and --keys-file, FLEETKIT_KEYS ("east=KEY,west=KEY") or FLEETKIT_KEY is used; without these, a terminal
  prompts for keys. Other users can see keys on the command line: prefer a file or the environment.

Examples:
  fleetkit conform https://portal.example --keys-file keys.txt
  FLEETKIT_KEYS="east=$EAST,west=$WEST" fleetkit conform http://127.0.0.1:4400 --only 'scope/*'
  fleetkit conform https://portal.example --keys-file keys.txt --format text --format html=report.html --baseline known.yaml
  fleetkit conform https://portal.example --keys-file keys.txt --format har=run.har
  fleetkit conform --replay run.har
  fleetkit conform compare yesterday.json today.json`;
