/** The text after the options in the help of `fleetkit client check`. */
export const CLIENT_HELP = `
The program runs once or a few times per lesson. It finds the service by FLEETKIT_URL and FLEETKIT_KEY, the task by FLEETKIT_TASK and
FLEETKIT_INPUT (JSON), and its time limit in seconds by FLEETKIT_TIMEOUT. The last line of its standard output is the answer, as JSON.
It reports an error with {"error": "…"} or with a non-zero exit code.

Exit codes:
  0   every required lesson that was shown passed
  1   a required lesson failed
  2   the command line, or a file named in it, is not valid, or the program cannot be started
  3   the program sent no request with the key in any lesson
  4   no required lesson failed, but some could not be shown
  70  internal error in the kit

Examples:
  fleetkit client check -- node client.mjs
  fleetkit client check --tasks client.yaml --format text --format html=client.html -- python3 client.py
  fleetkit client check --only conduct/wait-seconds -- ./client
  fleetkit client check --observe -- npm test`;
