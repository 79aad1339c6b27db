// Generated from spec/sandbox.yaml by spec/generate.ts. Do not edit.

export interface paths {
    readonly "/sandbox/clock": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the clock
         * @description Returns the sandbox time, and whether the clock runs.
         */
        readonly get: operations["getClock"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/clock/advance": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Advance the clock
         * @description Moves the clock forwards at once, by a duration, to an instant, or to the next delivery attempt. A running clock continues from there. The reply is sent when all deliveries due by then have been attempted, or after two seconds.
         */
        readonly post: operations["advanceClock"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/clock/set": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Set the clock
         * @description Moves the clock forwards at once, to an instant. Only a reset moves it back.
         */
        readonly post: operations["setClock"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/clock/run": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Run the clock
         * @description Runs the clock from its current time, at a multiple of real time. It shows whole seconds.
         */
        readonly post: operations["runClock"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/clock/freeze": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Stop the clock
         * @description Stops the clock at its current time.
         */
        readonly post: operations["freezeClock"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/reset": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Reset
         * @description Restores a tenant, or everything, to the generated state. A full reset also sets the clock back to its start, stops it, and switches off all misbehaviours; a reset of one tenant does not change the clock. New ids repeat the earlier ones, unless others are requested; older cursors are rejected.
         */
        readonly post: operations["resetSandbox"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/journal": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Export the journal
         * @description Returns the changes by users since the latest reset, with their instants, as a document for import into a sandbox with the same seed, start and fleets. The operator gets everything, with the texts of the fleet files, so that `fleetkit serve --journal FILE` restores the world on another machine. A user gets its own tenant.
         */
        readonly get: operations["exportJournal"];
        readonly put?: never;
        /**
         * Import a journal
         * @description Resets what the document covers, and then applies its facts. The import is atomic: it is rejected if the operations of this sandbox could not have created one of the facts. A document may contain 1,000 causes, 1,000 disputes and 200 derivations per tenant. The operator of the server may send 8 MiB, the operator of a workspace and a user 2 MiB.
         */
        readonly post: operations["importJournal"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/journal/entries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the entries of the journal
         * @description Returns the writes since the latest reset, import or fork that determine the state of the world, with their positions, oldest first. A fork at the position of an entry contains it. Writes that concern only clients are omitted: destinations, issued keys, fault rules and misbehaviours.
         */
        readonly get: operations["listJournalEntries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/causes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List events that can be triggered
         * @description Returns all webhook events with their ids, their parameters and the approximate time until the event, and the changes made so far.
         */
        readonly get: operations["listProvokables"];
        readonly put?: never;
        /**
         * Trigger an event
         * @description Changes the cause of the event now: removes notes from a cassette, cuts a line, declines cards. The event follows by its usual rule when the clock reaches `happens_at`, with the matching rows, statuses and alerts. With `resolve`, ends the cause of its incident. With `dry_run`, only returns what would change.
         */
        readonly post: operations["provokeEvent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/outcomes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List outcomes that can be triggered
         * @description Returns all outcomes, with the ids that select the object and their parameters.
         */
        readonly get: operations["listOutcomes"];
        readonly put?: never;
        /**
         * Trigger an outcome
         * @description Chooses the outcome of an object, from the next second of the clock on: a dispute is won, a batch is returned, a command expires. All replies agree with it when the clock reaches `happens_at`. Without an id, takes the latest dispute or batch in your scope whose state allows it, or creates a command, job or transaction. With `dry_run`, only returns what would change.
         */
        readonly post: operations["triggerOutcome"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/destinations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List destinations
         * @description Returns the destinations of the accounts in your scope, oldest first. Secrets are shown only as fingerprints.
         */
        readonly get: operations["listDestinations"];
        readonly put?: never;
        /**
         * Register a destination
         * @description Registers an address that events are posted to, an inbox in this sandbox, or a listener that fetches events. Without `subscriptions` it receives every event of its account and of all accounts below it. The reply contains the secret. Later it is shown only on request.
         */
        readonly post: operations["createDestination"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/destinations/{destination_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a destination
         * @description Returns a destination with its subscriptions and its health.
         */
        readonly get: operations["getDestination"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a destination
         * @description Skips its queued deliveries. The log keeps its deliveries.
         */
        readonly delete: operations["deleteDestination"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change a destination
         * @description Changes the given members and leaves the others unchanged.
         */
        readonly patch: operations["changeDestination"];
        readonly trace?: never;
    };
    readonly "/sandbox/destinations/{destination_id}/statistics": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get statistics of a destination
         * @description Returns how the attempts of the latest 100 deliveries to a destination ended and how long they took, and how many deliveries wait. Samples and replays count too.
         */
        readonly get: operations["getDestinationStatistics"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/destinations/{destination_id}/pause": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Pause a destination
         * @description Deliveries are queued until it is resumed; none is lost.
         */
        readonly post: operations["pauseDestination"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/destinations/{destination_id}/resume": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Resume a destination
         * @description Sends the queued deliveries now.
         */
        readonly post: operations["resumeDestination"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/destinations/{destination_id}/disable": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Disable a destination
         * @description Skips queued and new deliveries; `recover` can send them later.
         */
        readonly post: operations["disableDestination"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/destinations/{destination_id}/enable": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Enable a destination
         * @description Sends deliveries from now on, for any reason of disabling. Skipped deliveries are sent only with `recover`.
         */
        readonly post: operations["enableDestination"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/destinations/{destination_id}/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Test a destination
         * @description Sends a sample event, marked `is_test`, or the JSON object in `body`, with any subscriptions and in any state of the destination. Signs it with the secret of the destination, waits for the response, and returns what it means. One attempt without retries, and without effect on the health of the destination. A request with the body of a user has the header `x-sandbox-body: user`, and its delivery has the type `sandbox_user_body`.
         */
        readonly post: operations["testDestination"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/destinations/{destination_id}/secret": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Reveal the secrets
         * @description Returns the secrets in use, newest first.
         */
        readonly get: operations["revealSecret"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/destinations/{destination_id}/secret/rotate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Rotate the secret
         * @description Signs deliveries with the new secret and, until the overlap ends, also with the old one. At most two old secrets are kept. The overlap follows the sandbox clock.
         */
        readonly post: operations["rotateSecret"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/destinations/{destination_id}/secret/expire": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * End the overlap now
         * @description Signs deliveries only with the newest secret from now on.
         */
        readonly post: operations["expireSecrets"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/destinations/{destination_id}/recover": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Recover missed deliveries
         * @description Queues deliveries again that were not delivered since an instant: skipped and exhausted ones and, with `missed`, events from before the subscription. Each follows the whole schedule again, with the same id and bytes.
         */
        readonly post: operations["recoverDestination"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/destinations/{destination_id}/subscriptions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Add a subscription
         * @description An event that matches several subscriptions is sent once.
         */
        readonly post: operations["createSubscription"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/destinations/{destination_id}/subscriptions/{subscription_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a subscription
         * @description Queued deliveries are still sent.
         */
        readonly delete: operations["deleteSubscription"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change a subscription
         * @description Changes the given members and leaves the others unchanged; null means all.
         */
        readonly patch: operations["changeSubscription"];
        readonly trace?: never;
    };
    readonly "/sandbox/destinations/{destination_id}/stream": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Fetch deliveries as a listener
         * @description Returns server-sent events. `delivery`: a due delivery, one at a time and in order, with the headers and body to post; `id` is the id of the delivery. The next one follows when the response of the receiver has been reported. `destination`: the state of the destination, at the start and after each change. `end`: the reason why the stream ends, with a `code`: `replaced`, `gone`, `stopped` or `key_invalid`. Only for a listener destination; a new listener replaces the previous one.
         */
        readonly get: operations["streamDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List deliveries
         * @description Returns sent and queued deliveries to the destinations in your scope, newest first.
         */
        readonly get: operations["listDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/deliveries/{delivery_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a delivery
         * @description Returns the event as sent, and every attempt: request, response, timings, and how it was signed.
         */
        readonly get: operations["getDelivery"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/deliveries/{delivery_id}/replay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replay a delivery
         * @description Sends the delivery again, now: the same id and bytes, with a new timestamp and the current secrets. One attempt without retries, in any state of the destination, and without effect on its health.
         */
        readonly post: operations["replayDelivery"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/deliveries/{delivery_id}/report": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Report a response as a listener
         * @description Reports the response of the receiver to a delivery that a listener fetched.
         */
        readonly post: operations["reportAttempt"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/deliveries/{delivery_id}/explain": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Explain a signature
         * @description Compares what was sent and signed with what the receiver received and computed, and lists the differences to the byte, most likely cause first. Without a body it returns what was signed.
         */
        readonly post: operations["explainDelivery"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/inbox/{token}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get an inbox
         * @description Returns the latest requests to this address, newest first, each with the result of verifying its signature and the response: at most 200, fewer if the inboxes of the sandbox exceed their common limit of 16 MB. Deliveries are posted to the same path, without a key; they are kept until the process ends.
         */
        readonly get: operations["getInbox"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Empty an inbox
         * @description Deletes the received requests. The configured responses are kept.
         */
        readonly delete: operations["emptyInbox"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/inbox/{token}/answers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Configure the responses of an inbox
         * @description The next requests get the responses in the list, one after the other; the last entry repeats. An empty list means 200.
         */
        readonly put: operations["setInboxAnswers"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List events
         * @description Returns the webhook events up to now, oldest first, as subscribers receive them. `page.next_cursor` leads to the next page and is null on the last one. `page.poll_cursor` is always present: send it later to get newer events.
         */
        readonly get: operations["listEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/incidents": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List incidents
         * @description Returns the incidents opened up to now, oldest first, with their events. The cursors are those of `listEvents`.
         */
        readonly get: operations["listIncidents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/requests": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the latest exchanges
         * @description Returns the last 200 exchanges of this server, and the last 50 with an `X-Request-Id` that begins with `console-`, newest first, each with its problem if there was one. A user sees its own exchanges and those of visible users. A server that records requests (`--record-requests`) also returns the query, the headers and the body of requests to the service, with credentials and card numbers masked. This operation itself is not listed.
         */
        readonly get: operations["listRequests"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/activity": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Watch activity
         * @description Returns server-sent events about data in your scope. `clock`: the clock, at the start and after each change. `attempt`: a delivery attempt, as `ActivityAttempt`. `request`: a request and its response, as `Exchange`. `change`: data or deliveries may have changed, so read them again, as `ActivityChange`. `end`: the reason why the stream ends, with a `code`: `stopped` or `key_invalid`. Messages are not repeated: after an interruption, read the lists again. The connection of a client that reads too slowly is cut. Beyond the quota `event_streams`, which listeners share, the reply is 429.
         */
        readonly get: operations["streamActivity"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/users": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List users and API keys
         * @description Returns all users of all tenants with their published API keys, in the order of the fleets. In a sandbox where all keys are private, each user is listed once, without a key.
         */
        readonly get: operations["listUsers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/sign-in-codes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create a code to sign in to the console
         * @description Returns a code that a browser exchanges once for the operator's token. So the token itself is never part of an address.
         */
        readonly post: operations["createSignInCode"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/sign-in": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Sign in as the operator
         * @description Returns the operator's token. As the only operation, it also accepts a code of `POST /sandbox/sign-in-codes` in place of the token. A code is valid once, for an hour.
         */
        readonly post: operations["signIn"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List issued API keys
         * @description Returns the issued keys, oldest first, without the keys themselves. Published keys are not in the list.
         */
        readonly get: operations["listKeys"];
        readonly put?: never;
        /**
         * Issue an API key
         * @description Issues a new key of a user. Only this response contains the key; the sandbox stores a digest of it.
         */
        readonly post: operations["issueKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/keys/{key_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Revoke an API key
         * @description The key is invalid from now on. The response is the same whether it was still valid or had expired.
         */
        readonly delete: operations["revokeKey"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/keys/{key_id}/rotate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replace an API key
         * @description Issues a new key of the same user, and lets the present one expire after `overlap_seconds`.
         */
        readonly post: operations["rotateKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/workspaces": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List workspaces
         * @description Returns the workspaces, newest first. With the token of a workspace, only that one.
         */
        readonly get: operations["listWorkspaces"];
        readonly put?: never;
        /**
         * Create a workspace
         * @description Creates an isolated world with its own API keys, operator token, seed, clock, journal, destinations, inboxes and quotas. Only this response contains the keys and the token; the sandbox stores digests of them. With `from`, the world continues from a state of another one, which does not change: disputes, settlements, triggered events and stored replies are those of that instant, at which its clock is stopped. Destinations, deliveries, keys and misbehaviours are not copied. The operator of the server can fork its main world, and the operator of a workspace that workspace.
         */
        readonly post: operations["createWorkspace"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/workspaces/{workspace_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a workspace
         * @description Returns the workspace and how much of each quota it uses.
         */
        readonly get: operations["getWorkspace"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a workspace
         * @description Deletes the workspace with all its data. Its keys and its token are invalid from now on.
         */
        readonly delete: operations["deleteWorkspace"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/workspaces/{workspace_id}/extend": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Extend a workspace
         * @description Sets the time at which the workspace expires, from now.
         */
        readonly post: operations["extendWorkspace"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/faults": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the fault rules
         * @description Returns the rules in the order in which they are evaluated, with the number of requests that each matched and failed.
         */
        readonly get: operations["listFaultRules"];
        /**
         * Replace all fault rules
         * @description Removes all rules and adds the given ones, in their order. If one rule is not valid, nothing changes.
         */
        readonly put: operations["replaceFaultRules"];
        /**
         * Add a fault rule
         * @description Adds a rule after the others. Its count of requests begins at zero.
         */
        readonly post: operations["addFaultRule"];
        /**
         * Remove all fault rules
         * @description Removes all rules. Requests that wait because of a rule continue to wait.
         */
        readonly delete: operations["clearFaultRules"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/faults/{fault_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove a fault rule
         * @description Removes one rule. The counts of the others continue.
         */
        readonly delete: operations["removeFaultRule"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/conformance-runs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List runs of the kit
         * @description Returns the latest runs of this world, newest first. The reports of older runs are deleted.
         */
        readonly get: operations["listConformanceRuns"];
        readonly put?: never;
        /**
         * Start a run of the kit
         * @description Starts the conformance kit as a separate process, against this sandbox or against the service at `target`. A run has limits of time and memory. At most one run of a world is in progress. `target` must be an address that destinations may have, and the kit connects only to the addresses that were checked. No response, report or log contains the keys. Only a server on loopback allows runs, unless its operator has started it with `--allow- conformance-runs`.
         */
        readonly post: operations["startConformanceRun"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/receiver-checks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Check a receiver of webhooks
         * @description Starts `fleetkit receiver check` as a separate process, which sends valid, forged, old, repeated and unusual deliveries to the receiver at `url`. The run has the same limits as other runs of the kit, and is listed among them. `url` must be an address that destinations may have. No response, report or log contains the secret.
         */
        readonly post: operations["startReceiverCheck"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/conformance-runs/{run_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a run of the kit
         * @description Returns the run with its progress, its result, and what changed since the previous run against the same target.
         */
        readonly get: operations["getConformanceRun"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/conformance-runs/{run_id}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Cancel a run of the kit
         * @description Ends the process of a run in progress. A run that has ended stays as it is.
         */
        readonly post: operations["cancelConformanceRun"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/conformance-runs/{run_id}/report": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the report of a run
         * @description Returns the report of a finished run, with the exchanges that prove each verdict, as JSON and as a page.
         */
        readonly get: operations["getConformanceReport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/misbehaviours": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List misbehaviours
         * @description Returns the available misbehaviours, and whether each is on.
         */
        readonly get: operations["listMisbehaviours"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sandbox/misbehaviours/{name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Switch a misbehaviour on or off
         * @description While a misbehaviour is on, the service breaks its contract in that way for every caller. A full reset switches all off.
         */
        readonly put: operations["switchMisbehaviour"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description Account identifier.
         * @example acct_northway
         */
        readonly AccountId: string;
        /**
         * @description The cardholder's account that was used. `ebt_cash` is a cash benefit account.
         * @enum {string}
         */
        readonly AccountType: "default" | "savings" | "checking" | "credit" | "universal" | "ebt_cash";
        /** @description A delivery after an attempt, and the attempt. */
        readonly ActivityAttempt: {
            readonly delivery: components["schemas"]["Delivery"];
            readonly attempt: components["schemas"]["Attempt"];
        };
        /** @description A reason to read data again. */
        readonly ActivityChange: {
            /**
             * @description `data`: a write was recorded. `deliveries`: deliveries were queued or skipped.
             * @enum {string}
             */
            readonly of: "data" | "deliveries";
            /** @description Position of the journal. */
            readonly position: number;
            /** @description Position of the latest reset of data in your scope. Cursors and ids from before are invalid. */
            readonly reset_position: number;
        };
        /** @description The last message. */
        readonly ActivityEnd: {
            /**
             * @description The kind of end.
             * @enum {string}
             */
            readonly code: "stopped" | "key_invalid";
            /** @description The reason, for people. */
            readonly reason: string;
        };
        /**
         * @description The data of each message of `GET /sandbox/activity`, by its name.
         * @example {
         *       "clock": {
         *         "now": "2026-11-02T15:00:00Z",
         *         "state": "frozen",
         *         "speed": null,
         *         "started_at": "2026-11-02T15:00:00Z",
         *         "latest_at": "2027-11-02T15:00:00Z"
         *       },
         *       "attempt": {
         *         "delivery": {
         *           "delivery_id": "dlv_01M6ECCFC0P8ZH2VP2C8RSED51",
         *           "destination_id": "dst_01M6ECCFC047R9B330QDTAKFPR",
         *           "event_id": "evt_01M6ECCFC0Y968QVTS8QBTV2V0",
         *           "type": "cash_low",
         *           "account_id": "acct_northway",
         *           "terminal_id": "NW100112",
         *           "happened_at": "2026-11-02T15:00:00Z",
         *           "incident_id": "inc_01M6ECCFC02SPBNR4S4BW9V95E",
         *           "incident_state": "triggered",
         *           "is_test": true,
         *           "state": "delivered",
         *           "attempt_count": 1,
         *           "last_status": 200,
         *           "last_error": null,
         *           "next_attempt": null,
         *           "created_at": "2026-11-02T15:00:00Z",
         *           "ended_at": "2026-11-02T15:00:00Z"
         *         },
         *         "attempt": {
         *           "number": 1,
         *           "trigger": "test",
         *           "due_at": "2026-11-02T15:00:00Z",
         *           "sent_at": "2026-11-02T15:00:00.891Z",
         *           "request": {
         *             "url": "http://127.0.0.1:4400/sandbox/inbox/VG-i8FZsUazd6wzNffUimA",
         *             "headers": {
         *               "content-type": "application/json",
         *               "user-agent": "fleetkit-webhooks/1",
         *               "webhook-id": "evt_01M6ECCFC0Y968QVTS8QBTV2V0",
         *               "webhook-timestamp": "1796003446",
         *               "webhook-signature": "v1,CGQfccWmdad1ephMrLqsoMFfXtg7T0PYIv/HNdzuXyI=",
         *               "x-sandbox-delivery": "dlv_01M6ECCFC0P8ZH2VP2C8RSED51",
         *               "x-sandbox-attempt": "1"
         *             },
         *             "body_bytes": 679,
         *             "body_sha256": "6c7bedd70091e8af576e16dfbba8e0217c7772eefa7b3f32151fc41d08c86628",
         *             "signing": {
         *               "timestamp": 1796003446,
         *               "signatures": [
         *                 {
         *                   "fingerprint": "6cf5bafc",
         *                   "signature": "v1,CGQfccWmdad1ephMrLqsoMFfXtg7T0PYIv/HNdzuXyI="
         *                 }
         *               ]
         *             }
         *           },
         *           "response": {
         *             "status": 200,
         *             "status_text": "200 OK",
         *             "headers": {
         *               "content-length": "0"
         *             },
         *             "body": "",
         *             "truncated": false
         *           },
         *           "error": null,
         *           "timings_ms": {
         *             "dns": null,
         *             "connect": null,
         *             "tls": null,
         *             "first_byte": 1.95,
         *             "total": 2.56
         *           },
         *           "next_attempt": null
         *         }
         *       },
         *       "request": {
         *         "request_id": "req_9B43156879FB9437000000001D",
         *         "answered_at": "2026-11-02T15:00:00.941Z",
         *         "sandbox_at": "2026-11-02T15:00:00Z",
         *         "method": "GET",
         *         "path": "/v1/terminal-groups",
         *         "operation_id": "listTerminalGroups",
         *         "user_id": "usr_nw_admin",
         *         "is_operator": false,
         *         "status": 200,
         *         "is_aborted": false,
         *         "duration_ms": 8.8,
         *         "problem": null,
         *         "misbehaviours": [],
         *         "fault_id": null,
         *         "recorded": null
         *       },
         *       "change": {
         *         "of": "deliveries",
         *         "position": 5,
         *         "reset_position": 0
         *       },
         *       "end": {
         *         "code": "stopped",
         *         "reason": "The sandbox stops."
         *       }
         *     }
         */
        readonly ActivityMessages: {
            readonly clock: components["schemas"]["SandboxClock"];
            readonly attempt: components["schemas"]["ActivityAttempt"];
            readonly request: components["schemas"]["Exchange"];
            readonly change: components["schemas"]["ActivityChange"];
            readonly end: components["schemas"]["ActivityEnd"];
        };
        /** @description One of `by`, `to` and `to_next_attempt`. */
        readonly AdvanceClock: {
            /**
             * @description A duration: ISO 8601 in weeks, days, hours, minutes and seconds, or a whole number of seconds.
             * @example PT2H30M
             * @example 9000
             */
            readonly by?: string | number;
            /**
             * Format: date-time
             * @description An instant, RFC 3339.
             * @example 2026-11-06T22:00:00Z
             */
            readonly to?: string;
            /**
             * @description To the instant of the next due delivery attempt.
             * @constant
             */
            readonly to_next_attempt?: true;
        };
        /**
         * ApprovalRateDropEvent
         * @description Fewer transactions than usual are approved over a connector, or the rate is normal again.
         */
        readonly ApprovalRateDropEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "approval_rate_drop";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns a connector of the account, and several terminals.
             * @constant
             */
            readonly level: "account";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description Null: it does not concern a single terminal. */
            readonly terminal_id: null;
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "transactions_processor_activity"
            ];
            /**
             * @description Always high.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            readonly incident: components["schemas"]["EventIncident"];
            /** @description The evaluated attempts of the account. */
            readonly data: {
                /** @description Start of the evaluated window. */
                readonly window_start: components["schemas"]["EventInstant"];
                /** @description End of the evaluated window. */
                readonly window_end: components["schemas"]["EventInstant"];
                /** @description Attempts in the window. */
                readonly attempts: components["schemas"]["EventCount"];
                /** @description Approved attempts. */
                readonly approved: components["schemas"]["EventCount"];
                /** @description Approvals per attempt. */
                readonly approval_rate: components["schemas"]["EventRate"];
                /** @description The usual rate. */
                readonly baseline_rate: components["schemas"]["EventRate"];
                readonly connector_id: components["schemas"]["ConnectorId"];
                /** @description The network with most of the declines, null if there is none. */
                readonly network: string | null;
                /** @description Declines because of the card or account. */
                readonly business_declines: components["schemas"]["EventCount"];
                /** @description Declines because of the terminal, network or host. */
                readonly technical_declines: components["schemas"]["EventCount"];
                /** @description Terminals of the account with a decline in the window. */
                readonly affected_terminal_count: components["schemas"]["EventCount"];
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /** @description One delivery attempt. */
        readonly Attempt: {
            /** @description Number within the delivery. */
            readonly number: number;
            /**
             * @description The reason for the attempt.
             * @enum {string}
             */
            readonly trigger: "scheduled" | "replay" | "test";
            /** @description On the sandbox clock: when it was due, or when it was made. */
            readonly due_at: components["schemas"]["SandboxInstant"];
            /**
             * Format: date-time
             * @description On the real clock.
             */
            readonly sent_at: string;
            readonly request: components["schemas"]["AttemptRequest"];
            /** @description The response; null if there was none. */
            readonly response: components["schemas"]["AttemptResponse"] | null;
            /** @description The reason for the failure; null if it succeeded. */
            readonly error: components["schemas"]["AttemptError"] | null;
            readonly timings_ms: components["schemas"]["AttemptTimings"];
            /** @description When the following attempt was due; null if none follows. */
            readonly next_attempt: components["schemas"]["NextAttempt"] | null;
        };
        /** @description Reason for a failed attempt. */
        readonly AttemptError: {
            readonly code: components["schemas"]["FailureCode"];
            /** @description The reason in one sentence. */
            readonly message: string;
        };
        /** @description The response of the receiver, or the reason why there is none. */
        readonly AttemptReport: {
            /** @description The token of the delivery. */
            readonly attempt_token: string;
            /** @description The status of the response. */
            readonly status?: number;
            readonly headers?: components["schemas"]["HeaderTexts"];
            /** @description The beginning of the response body. */
            readonly body?: string;
            /** @description Whether the body was longer; by default it was not. */
            readonly truncated?: boolean;
            /** @description Why there is no response; instead of a status. */
            readonly error?: string;
            /** @description Duration of the exchange. */
            readonly total_ms: number;
        };
        /** @description The request. */
        readonly AttemptRequest: {
            /** @description The address; null for a listener. */
            readonly url: string | null;
            readonly headers: components["schemas"]["HeaderTexts"];
            /** @description Size of the body. */
            readonly body_bytes: number;
            /** @description Hash of the body. */
            readonly body_sha256: string;
            readonly signing: components["schemas"]["AttemptSigning"];
        };
        /** @description The response. */
        readonly AttemptResponse: {
            /** @description The status; null for one that HTTP does not define, such as 042. */
            readonly status: number | null;
            /** @description The status and the reason as the receiver wrote them, such as `503 Service Unavailable`. */
            readonly status_text: string;
            readonly headers: components["schemas"]["HeaderTexts"];
            /** @description The first 16 KiB of the body. */
            readonly body: string;
            /** @description Whether the body was longer. */
            readonly truncated: boolean;
        };
        /** @description How it was signed. */
        readonly AttemptSigning: {
            /** @description Seconds of real time, as in `webhook-timestamp`. */
            readonly timestamp: number;
            /** @description One per secret, in the order of the header. */
            readonly signatures: readonly {
                readonly fingerprint: components["schemas"]["Fingerprint"];
                /** @description As in the header. */
                readonly signature: string;
            }[];
        };
        /** @description Milliseconds of real time; null for a step that did not happen. */
        readonly AttemptTimings: {
            /** @description DNS lookup. */
            readonly dns: number | null;
            /** @description Connecting. */
            readonly connect: number | null;
            /** @description TLS handshake. */
            readonly tls: number | null;
            /** @description Until the first byte of the response. */
            readonly first_byte: number | null;
            /** @description The whole exchange. */
            readonly total: number;
        };
        /**
         * @description Settlement batch identifier. It stays the same when the batch is derived again.
         * @example ach_01K8X0AZ5R7S9T1V3W5X7Y9Z2B
         */
        readonly BatchId: string;
        /**
         * CashLowEvent
         * @description A cassette is running low, or has been filled.
         */
        readonly CashLowEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "cash_low";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns one terminal.
             * @constant
             */
            readonly level: "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "terminals_locations_telemetry"
            ];
            /**
             * @description High if it will be empty in 8 hours or less.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            readonly incident: components["schemas"]["EventIncident"];
            /** @description The cassette, and the cash of the terminal. Figures as of `timestamp`. */
            readonly data: {
                readonly cassette: components["schemas"]["CassettePosition"];
                /** @description Value of one note. */
                readonly denomination: components["schemas"]["Money"];
                /** @description Notes left in the cassette. */
                readonly notes_remaining: components["schemas"]["EventCount"];
                /** @description Threshold of the cassette. */
                readonly low_threshold_notes: components["schemas"]["EventCount"];
                /** @description Cash left in all cassettes of the terminal. */
                readonly amount_remaining: components["schemas"]["Money"];
                /** @description Daily average of dispensed cash over the last 14 days in service. */
                readonly average_daily_dispense: components["schemas"]["Money"];
                /** @description Whole hours until the terminal is empty at that rate, null if it dispenses nothing. */
                readonly hours_to_empty: number | null;
                /** @description The latest cash load, null if none is known. */
                readonly last_loaded_at: components["schemas"]["EventInstantOrNull"];
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /**
         * CashOutEvent
         * @description A terminal has run out of cash, or has cash again.
         */
        readonly CashOutEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "cash_out";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns one terminal.
             * @constant
             */
            readonly level: "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "terminals_locations_telemetry"
            ];
            /**
             * @description Always critical.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            readonly incident: components["schemas"]["EventIncident"];
            /** @description Figures as of `timestamp`. */
            readonly data: {
                /** @description Cash left in all cassettes. */
                readonly amount_remaining: components["schemas"]["Money"];
                /** @description The smallest withdrawal the terminal offers. */
                readonly min_withdrawal: components["schemas"]["Money"];
                /** @description Every cassette of the terminal, by position. */
                readonly cassettes: readonly {
                    readonly position: components["schemas"]["CassettePosition"];
                    /** @description Value of one note. */
                    readonly denomination: components["schemas"]["Money"];
                    /** @description Notes left. */
                    readonly notes_remaining: components["schemas"]["EventCount"];
                    /**
                     * @description State of the cassette itself. An empty one is `ok`.
                     * @enum {string}
                     */
                    readonly status: "ok" | "inoperative" | "missing" | "not_configured" | "manipulated";
                }[];
                /** @description Since when withdrawals are impossible because there is no cash, null once they are possible. */
                readonly empty_since: components["schemas"]["EventInstantOrNull"];
                /** @description Estimated number of withdrawals lost since the incident opened. */
                readonly lost_withdrawals_estimate: components["schemas"]["EventCount"];
                /** @description The latest cash load, null if none is known. */
                readonly last_loaded_at: components["schemas"]["EventInstantOrNull"];
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /**
         * @description Letter of the cassette, `A` on top.
         * @example A
         */
        readonly CassettePosition: string;
        /** @description The `parameters` to trigger an event, by event name. All are optional; the value of one without a default depends on the terminal. */
        readonly CauseParameters: {
            /** @description Parameters of `heartbeat_stale`. */
            readonly heartbeat_stale?: {
                /** @description How long the line stays cut. Default: until it is restored. */
                readonly minutes?: number;
            };
            /** @description Parameters of `processor_outage`. */
            readonly processor_outage?: {
                /** @description How long it is down. Default: until it is restored. */
                readonly minutes?: number;
            };
            /** @description Parameters of `communication_flapping`. */
            readonly communication_flapping?: {
                /**
                 * @description Number of changes between online and offline; each drop counts as two.
                 * @default 12
                 */
                readonly changes_per_hour: number;
                /**
                 * @description Duration.
                 * @default 90
                 */
                readonly minutes: number;
            };
            /** @description Parameters of `cash_low`. */
            readonly cash_low?: {
                /**
                 * @description Which cassette runs low.
                 * @default A
                 * @enum {string}
                 */
                readonly cassette: "A" | "B" | "C" | "D";
                /** @description Notes left in it, at most its threshold. Default: the threshold. */
                readonly notes_left?: number;
            };
            /** @description Parameters of `cash_out`. */
            readonly cash_out?: Record<string, never>;
            /** @description Parameters of `dispenser_fault`. */
            readonly dispenser_fault?: {
                /**
                 * @description Kind of fault.
                 * @default transport_inoperative
                 * @enum {string}
                 */
                readonly condition: "transport_inoperative" | "stacker_not_empty" | "reject_bin_full" | "cassette_missing" | "shutter_jammed";
                /**
                 * @description Whether it stops the terminal from dispensing.
                 * @default true
                 */
                readonly is_service_affecting: boolean;
            };
            /** @description Parameters of `compliance_expiration`. */
            readonly compliance_expiration?: {
                /** @description Compliance item. Default: the agreement with the site, or the insurance of a company. */
                readonly item_type?: components["schemas"]["ComplianceItemType"];
                /**
                 * @description Number of days before the last day at which the notice is sent; negative after it.
                 * @default 30
                 * @enum {integer}
                 */
                readonly days_before: 90 | 60 | 30 | 14 | 7 | 1 | 0 | -7;
            };
            /** @description Parameters of `location_risk_change`. */
            readonly location_risk_change?: {
                /** @description The new score. Default: far from the old one. */
                readonly score?: number;
                /**
                 * @description Risk factors behind it.
                 * @default smash_and_grab_nearby
                 */
                readonly driver: components["schemas"]["RiskDriver"];
                /**
                 * @description Whether it is reported at once, as an incident.
                 * @default true
                 */
                readonly is_incident_report: boolean;
            };
            /** @description Parameters of `decline_spike`. */
            readonly decline_spike?: {
                /** @description Number of declines in the event. Attempts between them are approved, so that the rule does not report earlier. Rejected if other attempts at the terminal prevent this number. Default: as many as necessary. */
                readonly declines?: number;
                /**
                 * @description Response code of the declines.
                 * @default 51
                 * @enum {string}
                 */
                readonly response: "05" | "14" | "51" | "54" | "55" | "57" | "58" | "61" | "62" | "65";
            };
            /** @description Parameters of `approval_rate_drop`. */
            readonly approval_rate_drop?: {
                /** @description Number of attempts that are declined, at several terminals and within half an hour. The event counts all attempts of the account until its rule reports. Default: as many as necessary. */
                readonly declines?: number;
                /**
                 * @description Response code of the declines.
                 * @default 05
                 * @enum {string}
                 */
                readonly response: "05" | "14" | "51" | "54" | "55" | "57" | "58" | "61" | "62" | "65" | "91" | "96";
            };
            /** @description Parameters of `reversal_spike`. */
            readonly reversal_spike?: {
                /** @description Number of reversals in the event. Rejected if other attempts at the terminal prevent this number. Default: as many as necessary. */
                readonly reversals?: number;
            };
            /** @description Parameters of `high_decline_velocity`. */
            readonly high_decline_velocity?: {
                /**
                 * @description Number of declines within ten minutes in the event. Rejected if other attempts at the terminal prevent this number.
                 * @default 10
                 */
                readonly declines: number;
                /**
                 * @description Number of different cards in the event, at most `declines`.
                 * @default 5
                 */
                readonly cards: number;
                /**
                 * @description Response code of the declines.
                 * @default 14
                 * @enum {string}
                 */
                readonly response: "05" | "14" | "51" | "54" | "55" | "57" | "58" | "61" | "62" | "65";
            };
            /** @description Parameters of `repeated_same_card_attempt`. */
            readonly repeated_same_card_attempt?: {
                /**
                 * @description Pattern of the attempts.
                 * @default retry_after_decline
                 * @enum {string}
                 */
                readonly pattern: "retry_after_decline" | "pin_guessing" | "limit_draining" | "cross_terminal";
                /** @description Second terminal in `cross_terminal`. Default: a terminal of the same account. */
                readonly other_terminal_id?: string;
            };
            /** @description Parameters of `command_failed`. */
            readonly command_failed?: {
                /**
                 * @description Kind of command.
                 * @default reboot
                 */
                readonly command_type: components["schemas"]["CommandType"];
                /**
                 * @description Final state.
                 * @default failed
                 * @enum {string}
                 */
                readonly outcome: "failed" | "rejected" | "expired";
            };
            /** @description Parameters of `provisioning_failed`. */
            readonly provisioning_failed?: {
                /**
                 * @description Final state.
                 * @default failed
                 * @enum {string}
                 */
                readonly outcome: "failed" | "rolled_back";
            };
            /** @description Parameters of `settlement_mismatch`. */
            readonly settlement_mismatch?: {
                /**
                 * @description Variance in cents; not 0.
                 * @default -6000
                 */
                readonly variance_cents: number;
                /** @description Business date. Default: the next one that is derived. */
                readonly business_date?: string;
            };
        };
        /** @description The members to change. */
        readonly ChangeDestination: {
            readonly url?: components["schemas"]["DestinationUrl"];
            /** @description For people. */
            readonly name?: string;
            readonly headers?: components["schemas"]["DestinationHeaders"];
            readonly retry_profile?: components["schemas"]["RetryProfile"];
        };
        /** @description The members to change. */
        readonly ChangeSubscription: {
            readonly types?: components["schemas"]["EventTypePatterns"];
            readonly states?: components["schemas"]["IncidentStates"];
        };
        /** @description The chosen quotas. */
        readonly ChosenQuotas: {
            /** @description Requests per minute. */
            readonly requests_per_minute?: number;
            /** @description Writes per minute. */
            readonly writes_per_minute?: number;
            /** @description Changes since the last reset of everything. */
            readonly facts?: number;
            /** @description Webhook destinations. */
            readonly destinations?: number;
            /** @description Bytes of messages in inboxes. */
            readonly inbox_bytes?: number;
            /** @description Bytes of stored deliveries, for each tenant. */
            readonly delivery_bytes?: number;
            /** @description Seconds by which the clock may be moved per hour of real time. */
            readonly advance_seconds_per_hour?: number;
            /** @description Days from the start to the end of the clock. */
            readonly clock_days?: number;
            /** @description Bytes of stored changes. */
            readonly stored_bytes?: number;
        };
        /**
         * CommandFailedEvent
         * @description A command did not succeed at its terminal.
         */
        readonly CommandFailedEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "command_failed";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns one terminal.
             * @constant
             */
            readonly level: "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "rms_commands_connectors_provisioning"
            ];
            /**
             * @description Medium for commands about keys or software and for `open`, else low.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            /** @description Always null: this event is sent once and has no incident. */
            readonly incident: null;
            /** @description The command as it ended. */
            readonly data: {
                /** @description The command. */
                readonly command_id: components["schemas"]["CommandId"];
                /** @description Kind of the command. */
                readonly command_type: components["schemas"]["CommandType"];
                /**
                 * @description Final state. `rejected`: the terminal rejected it.
                 * @enum {string}
                 */
                readonly final_state: "failed" | "rejected" | "expired";
                /**
                 * @description Reason.
                 * @enum {string}
                 */
                readonly result_code: "timeout_no_ack" | "timeout_running" | "device_error" | "not_supported" | "busy" | "bad_parameters" | "checksum_mismatch" | "terminal_offline" | "key_exchange_failed" | "expired";
                /** @description The same for people, null if there are no details. */
                readonly result_detail: string | null;
                /** @description Number of times it was sent to the terminal. */
                readonly attempt_count: components["schemas"]["EventCount"];
                /** @description When it was queued. */
                readonly queued_at: components["schemas"]["EventInstant"];
                /** @description When it ended. */
                readonly completed_at: components["schemas"]["EventInstant"];
                /** @description Who requested it, null if it was scheduled. */
                readonly requested_by_user_id: components["schemas"]["UserId"] | null;
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /**
         * @description Terminal command identifier.
         * @example cmd_01K8Z5C7D9E1F3G5H7J9K1M3NP
         */
        readonly CommandId: string;
        /**
         * @description The requested action. `config_load`: load a full configuration. `config_check`: compare versions. `terminal_resync`: apply edits. `force_settle`: close the totals. `remote_key_load` and `working_key_change`: load new keys, which never appear here. `journal_upload`: send the journal. `status_poll`: report now.
         * @enum {string}
         */
        readonly CommandType: "reboot" | "reset_devices" | "open" | "close" | "config_load" | "config_check" | "terminal_resync" | "force_settle" | "remote_key_load" | "working_key_change" | "surcharge_update" | "screen_update" | "software_update" | "time_sync" | "journal_upload" | "status_poll";
        /**
         * CommunicationFlappingEvent
         * @description The line of a terminal changes repeatedly between online and offline, or is stable again.
         */
        readonly CommunicationFlappingEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "communication_flapping";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns one terminal.
             * @constant
             */
            readonly level: "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "account_fleet_snapshot"
            ];
            /**
             * @description Always medium.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            readonly incident: components["schemas"]["EventIncident"];
            /** @description Figures as of `timestamp`. */
            readonly data: {
                /** @description Changes between online and offline within the window. */
                readonly transitions: components["schemas"]["EventCount"];
                /** @description Length of the window, up to `timestamp`. */
                readonly window_minutes: number;
                /** @description Longest time offline within the window. */
                readonly longest_offline_seconds: components["schemas"]["EventCount"];
                readonly link_type: components["schemas"]["LinkType"];
                /** @description Latest radio signal power (RSRP), null on wired links. */
                readonly rsrp_dbm: number | null;
                /** @description The gateway in use, null if the line needs none. */
                readonly connector_id: components["schemas"]["ConnectorId"] | null;
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /**
         * ComplianceExpirationEvent
         * @description A certificate, approval or document is about to expire, has expired or was renewed.
         */
        readonly ComplianceExpirationEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "compliance_expiration";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description `terminal` for an item of a terminal, `account` for one of the company or of a person.
             * @enum {string}
             */
            readonly level: "account" | "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned, null at level `account`. */
            readonly terminal_id: components["schemas"]["TerminalId"] | null;
            /**
             * @description Both families of the event. It is delivered once.
             * @constant
             */
            readonly families: [
                "terminals_locations_telemetry",
                "compliance_vault_onboarding"
            ];
            /** @description Low 90 to 31 days ahead, medium 30 to 8, high 7 to 0, critical once expired. */
            readonly severity: components["schemas"]["Severity"];
            readonly incident: components["schemas"]["EventIncident"];
            /** @description Figures as of `timestamp`. */
            readonly data: {
                /** @description The item in the compliance vault. */
                readonly item_id: string;
                /**
                 * @description Kind of item.
                 * @enum {string}
                 */
                readonly item_type: "pci_pts_epp" | "emv_kernel_contact" | "emv_kernel_contactless" | "tr31_key_blocks" | "tr34_remote_key_load" | "tls_certificate" | "pin_security_audit" | "ada_site_survey" | "fee_notice_decal" | "network_sponsorship" | "merchant_agreement" | "vault_cash_agreement" | "insurance_certificate" | "kyc_owner_id" | "w9";
                /**
                 * @description Owner of the item.
                 * @enum {string}
                 */
                readonly scope: "terminal" | "account" | "user";
                /** @description Number of the document, null if it has none. */
                readonly reference: string | null;
                /** @description Last day of validity; the new one after renewal. */
                readonly expires_date: components["schemas"]["EventDate"];
                /** @description Days until then; negative afterwards. */
                readonly days_to_expiry: number;
                /**
                 * @description Notice for this item, null once resolved.
                 * @enum {string|null}
                 */
                readonly notice: "days_90" | "days_60" | "days_30" | "days_14" | "days_7" | "days_1" | "expires_today" | "expired" | null;
                /** @description How to replace it, null if there is no advice. */
                readonly replacement_hint: string | null;
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /**
         * @description Kind of requirement.
         * @enum {string}
         */
        readonly ComplianceItemType: "pci_pts_epp" | "emv_kernel_contact" | "emv_kernel_contactless" | "tr31_key_blocks" | "tr34_remote_key_load" | "tls_certificate" | "pin_security_audit" | "ada_site_survey" | "fee_notice_decal" | "network_sponsorship" | "merchant_agreement" | "vault_cash_agreement" | "insurance_certificate" | "kyc_owner_id" | "w9";
        /** @description A check with another outcome than in the previous run. */
        readonly ConformanceChange: {
            /** @description Id of the check. */
            readonly check_id: string;
            /** @description Its previous outcome; null if it did not run. */
            readonly before: string | null;
            /** @description Its outcome; null if it did not run. */
            readonly after: string | null;
            /** @description Whether a rule is newly violated or no longer verified. */
            readonly is_worse: boolean;
        };
        /**
         * @description How many of several similar cases a run tests.
         * @enum {string}
         */
        readonly ConformanceDepth: "quick" | "standard" | "thorough";
        /** @description A key of the target. */
        readonly ConformanceKey: {
            /** @description The name of the key in the report. */
            readonly name: string;
            /** @description The key: printable ASCII without spaces, commas and quotation marks. It is kept only for the run. */
            readonly key: string;
        };
        /** @description How far the run is. */
        readonly ConformanceProgress: {
            /** @description Number of checks; null before the first one. */
            readonly total: number | null;
            /** @description Number of checks that have ended. */
            readonly done: number;
            /** @description Number of checks that have failed. */
            readonly failed: number;
            /** @description The check that began last; null before the first one. */
            readonly check_id: string | null;
        };
        /** @description The report of a run. */
        readonly ConformanceReport: {
            readonly run_id: components["schemas"]["OpaqueId"];
            /** @description The report of `fleetkit conform --format json`, described by `fleetkit conform schema`, or of `fleetkit receiver check --json`. */
            readonly report: {
                readonly [key: string]: unknown;
            };
            /** @description The report as one page without scripts; null for a receiver. */
            readonly html: string | null;
        };
        /** @description The result of a run with a report. */
        readonly ConformanceResult: {
            /** @description The exit code of `fleetkit conform` or `fleetkit receiver check`: 0 conforms, 1 violates a rule, 3 not reachable, 4 not all rules could be verified. */
            readonly exit_code: number;
            /** @description Number of checks by outcome. */
            readonly counts: {
                readonly [key: string]: number;
            };
            /** @description Number of requests. */
            readonly requests: number;
            /** @description Duration in milliseconds. */
            readonly duration_ms: number;
            /** @description Why the run ended early, otherwise null. */
            readonly stopped: string | null;
        };
        /** @description A run of the kit. */
        readonly ConformanceRun: {
            readonly run_id: components["schemas"]["OpaqueId"];
            /**
             * @description What the kit checks: a service, or a receiver of webhooks.
             * @enum {string}
             */
            readonly kind: "service" | "receiver";
            /** @description Base URL of the service, or URL of the receiver. */
            readonly target: string;
            /** @description Whether the target is this sandbox. */
            readonly is_own_target: boolean;
            /** @description The names of the keys; empty for a receiver. */
            readonly key_names: readonly string[];
            /** @description Null for a receiver. */
            readonly depth: components["schemas"]["ConformanceDepth"] | null;
            /** @description Whether checks may send requests that change data. */
            readonly allow_writes: boolean;
            /**
             * @description `finished`: there is a report. `failed`: there is none, and `error` states why.
             * @enum {string}
             */
            readonly state: "running" | "finished" | "canceled" | "failed";
            /**
             * Format: date-time
             * @description Real time.
             */
            readonly started_at: string;
            /**
             * Format: date-time
             * @description Real time; null while the run is in progress.
             */
            readonly ended_at: string | null;
            readonly progress: components["schemas"]["ConformanceProgress"];
            /** @description The result; null without a report. */
            readonly result: components["schemas"]["ConformanceResult"] | null;
            /** @description The checks with another outcome than in the previous run against the same target, the first 100; null without such a run. */
            readonly changes: readonly components["schemas"]["ConformanceChange"][] | null;
            /** @description Why the run failed, for people; otherwise null. */
            readonly error: string | null;
        };
        /** @description The latest runs. */
        readonly ConformanceRunList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description Whether this server allows runs. */
            readonly enabled: boolean;
            /** @description The runs, newest first. */
            readonly data: readonly components["schemas"]["ConformanceRun"][];
        };
        /**
         * @description Connector identifier.
         * @example con_tritonhost_east
         */
        readonly ConnectorId: string;
        /**
         * @description `not_activated`: configured, but not in use yet.
         * @enum {string}
         */
        readonly ConnectorStatusValue: "up" | "degraded" | "down" | "maintenance" | "unknown" | "not_activated";
        /**
         * @description Kind of the remote system.
         * @enum {string}
         */
        readonly ConnectorType: "processor_host" | "eft_network" | "lte_gateway" | "tls_gateway" | "vpn_tunnel" | "rms_server" | "ach_odfi";
        /** @description The destination and its events. Exactly one of `url`, `inbox` and `listener`. */
        readonly CreateDestination: {
            readonly url?: components["schemas"]["DestinationUrl"];
            /**
             * @description Opens an inbox in this sandbox.
             * @constant
             */
            readonly inbox?: true;
            /**
             * @description Deliveries wait until a listener fetches them.
             * @constant
             */
            readonly listener?: true;
            /** @description The account; by default your own. The operator must name one. */
            readonly account_id?: components["schemas"]["AccountId"];
            /** @description For people; the address by default. */
            readonly name?: string;
            readonly headers?: components["schemas"]["DestinationHeaders"];
            readonly retry_profile?: components["schemas"]["RetryProfile"];
            readonly secret?: components["schemas"]["Secret"];
            /**
             * @description Default: enabled. Paused: deliveries wait. Disabled: events are skipped, and can be recovered.
             * @enum {string}
             */
            readonly status?: "enabled" | "paused" | "disabled";
            /** @description By default every event of the account; if empty, none. */
            readonly subscriptions?: readonly components["schemas"]["NewSubscription"][];
        };
        /** @description A new workspace. */
        readonly CreateWorkspace: {
            /** @description A name for people. Default: empty. */
            readonly name?: string;
            /** @description The seed of the fleets. Default: the seed of the server. */
            readonly seed?: number;
            /**
             * @description The start of the clock: `today` (00:00 UTC of the current date), `now` (the current minute) or an instant from 2010 to 2099. Default: the start of the server.
             * @example today
             * @example 2026-11-02T15:00:00Z
             */
            readonly start?: string;
            /** @description Adds the tenant Atlas with this number of terminals. Default: no such tenant. */
            readonly terminals?: number;
            /** @description The contents of a fleet file, which adds a tenant. Keys in it are ignored. Default: no such tenant. */
            readonly fleet?: {
                readonly [key: string]: unknown;
            };
            /**
             * @description Makes a fork of this world, the one of the token: `main`, or the id of a workspace. It has the fleets of its source, so `seed`, `start`, `terminals` and `fleet` must be absent. Default: a new world.
             * @example main
             */
            readonly from?: string;
            /**
             * @description Where the fork begins: an instant of the sandbox clock, or a position of the journal of its source. Default: now.
             * @example 2026-11-02T15:00:00Z
             */
            readonly at?: string;
            /** @description Time until it is deleted, in seconds on the real clock. Default: 2592000, 30 days. */
            readonly expires_in_seconds?: number;
            /** @description Quotas that differ from those of the server. They can only be lower. */
            readonly quotas?: components["schemas"]["ChosenQuotas"];
        };
        /** @description A new destination and its secret. */
        readonly CreatedDestination: {
            readonly destination: components["schemas"]["Destination"];
            /** @description The secrets that sign deliveries. */
            readonly secret: string;
        };
        /** @description A new workspace with its credentials. */
        readonly CreatedWorkspace: {
            /**
             * @description Its id.
             * @example ws_7d2k9x0q4m1c
             */
            readonly workspace_id: string;
            /** @description Its name. */
            readonly name: string;
            /** @description The seed of its fleets. */
            readonly seed: number;
            /** @description The start of its clock. */
            readonly start: components["schemas"]["SandboxInstant"];
            /** @description The number of terminals of its tenant Atlas; null without that tenant. */
            readonly terminals: number | null;
            /** @description An optional prefix of paths. It selects the workspace for requests without a key. */
            readonly base_path: string;
            /**
             * Format: date-time
             * @description When it was created, on the real clock.
             */
            readonly created_at: string;
            /** @description When it is deleted, on the real clock; null if it is kept. */
            readonly expires_at: string | null;
            /** @description The world that it is a fork of: a workspace, or `main` for that of the server; null for a new world. */
            readonly forked_from: string | null;
            /** @description The instant of the sandbox clock at which it was forked; null for a new world. */
            readonly forked_at: components["schemas"]["SandboxInstant"] | null;
            /** @description The operator token of the workspace, for its control plane. */
            readonly operator_token: string;
            /** @description One key of each user that is not disabled. */
            readonly api_keys: readonly components["schemas"]["WorkspaceKey"][];
        };
        /**
         * DeclineSpikeEvent
         * @description A terminal declines far more attempts than usual, or is back to its usual rate.
         */
        readonly DeclineSpikeEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "decline_spike";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns one terminal.
             * @constant
             */
            readonly level: "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "transactions_processor_activity"
            ];
            /**
             * @description High from 70% declined.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            readonly incident: components["schemas"]["EventIncident"];
            /** @description The evaluated attempts. */
            readonly data: {
                /** @description Start of the evaluated window. */
                readonly window_start: components["schemas"]["EventInstant"];
                /** @description End of the evaluated window. */
                readonly window_end: components["schemas"]["EventInstant"];
                /** @description Attempts in the window. */
                readonly attempts: components["schemas"]["EventCount"];
                /** @description Declined attempts. */
                readonly declines: components["schemas"]["EventCount"];
                /** @description Declines per attempt. */
                readonly decline_rate: components["schemas"]["EventRate"];
                /** @description The usual rate. */
                readonly baseline_rate: components["schemas"]["EventRate"];
                /** @description Response codes of the declines, most frequent first. */
                readonly top_responses: readonly components["schemas"]["EventResponseCount"][];
                /** @description Declines because of the card or account. */
                readonly business_declines: components["schemas"]["EventCount"];
                /** @description Declines because of the terminal, network or host. */
                readonly technical_declines: components["schemas"]["EventCount"];
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /** @description The deleted object. */
        readonly Deleted: {
            /** @description Its id. */
            readonly id: string;
            /**
             * @description Always true.
             * @constant
             */
            readonly deleted: true;
        };
        /** @description The deleted workspace. */
        readonly DeletedWorkspace: {
            /** @description Its id. */
            readonly workspace_id: string;
            /**
             * @description Always true.
             * @constant
             */
            readonly deleted: true;
        };
        /**
         * @description An event type of the service, or one of the two of the sandbox itself, which begin with `sandbox_` and are no part of the documented list.
         * @enum {string}
         */
        readonly DeliveredEventType: "heartbeat_stale" | "processor_outage" | "communication_flapping" | "cash_low" | "cash_out" | "dispenser_fault" | "compliance_expiration" | "location_risk_change" | "decline_spike" | "approval_rate_drop" | "reversal_spike" | "high_decline_velocity" | "repeated_same_card_attempt" | "command_failed" | "provisioning_failed" | "settlement_mismatch" | "sandbox_destination_failing" | "sandbox_destination_disabled";
        /** @description The delivery of one event to one destination. */
        readonly Delivery: {
            readonly delivery_id: components["schemas"]["DeliveryId"];
            readonly destination_id: components["schemas"]["DestinationId"];
            readonly event_id: components["schemas"]["EventId"];
            readonly type: components["schemas"]["DeliveryType"];
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal; null if the event concerns an account. */
            readonly terminal_id: components["schemas"]["TerminalId"] | null;
            /** @description The instant of the event. */
            readonly happened_at: components["schemas"]["SandboxInstant"];
            /** @description The incident; null for an event that is sent once. */
            readonly incident_id: components["schemas"]["IncidentId"] | null;
            /**
             * @description The state of the incident after the event; null for an event that is sent once.
             * @enum {string|null}
             */
            readonly incident_state: "triggered" | "escalated" | "resolved" | null;
            /** @description Whether it is a sample or a body of a user. */
            readonly is_test: boolean;
            /**
             * @description In order: queued; in progress; accepted with 2xx; the last attempt failed and no retry follows; skipped, because the destination was disabled or deleted, or because this was the oldest of more than 10,000 queued deliveries.
             * @enum {string}
             */
            readonly state: "pending" | "sending" | "delivered" | "exhausted" | "skipped";
            /** @description Attempts made, replays included. */
            readonly attempt_count: number;
            /** @description The status of the latest response, even if the response was cut off later; null without a response, and for a status that HTTP does not define. */
            readonly last_status: number | null;
            /** @description Why the latest attempt failed; null if it succeeded. A response with 2xx that did not complete is a failure. */
            readonly last_error: string | null;
            /** @description When the next attempt is due; null if none follows. */
            readonly next_attempt: components["schemas"]["NextAttempt"] | null;
            /** @description When it was queued first. */
            readonly created_at: components["schemas"]["SandboxInstant"];
            /** @description When it was delivered, exhausted or skipped; null before. */
            readonly ended_at: components["schemas"]["SandboxInstant"] | null;
        };
        /** @description A delivery with the event and its attempts. */
        readonly DeliveryDetail: {
            readonly delivery_id: components["schemas"]["DeliveryId"];
            readonly destination_id: components["schemas"]["DestinationId"];
            readonly event_id: components["schemas"]["EventId"];
            readonly type: components["schemas"]["DeliveryType"];
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal; null if the event concerns an account. */
            readonly terminal_id: components["schemas"]["TerminalId"] | null;
            /** @description The instant of the event. */
            readonly happened_at: components["schemas"]["SandboxInstant"];
            /** @description The incident; null for an event that is sent once. */
            readonly incident_id: components["schemas"]["IncidentId"] | null;
            /**
             * @description The state of the incident after the event; null for an event that is sent once.
             * @enum {string|null}
             */
            readonly incident_state: "triggered" | "escalated" | "resolved" | null;
            /** @description Whether it is a sample or a body of a user. */
            readonly is_test: boolean;
            /**
             * @description In order: queued; in progress; accepted with 2xx; the last attempt failed and no retry follows; skipped, because the destination was disabled or deleted, or because this was the oldest of more than 10,000 queued deliveries.
             * @enum {string}
             */
            readonly state: "pending" | "sending" | "delivered" | "exhausted" | "skipped";
            /** @description Attempts made, replays included. */
            readonly attempt_count: number;
            /** @description The status of the latest response, even if the response was cut off later; null without a response, and for a status that HTTP does not define. */
            readonly last_status: number | null;
            /** @description Why the latest attempt failed; null if it succeeded. A response with 2xx that did not complete is a failure. */
            readonly last_error: string | null;
            /** @description When the next attempt is due; null if none follows. */
            readonly next_attempt: components["schemas"]["NextAttempt"] | null;
            /** @description When it was queued first. */
            readonly created_at: components["schemas"]["SandboxInstant"];
            /** @description When it was delivered, exhausted or skipped; null before. */
            readonly ended_at: components["schemas"]["SandboxInstant"] | null;
            /** @description The event exactly as it is sent, the same for every attempt; null once the delivery has ended and 30 days of the sandbox clock have passed since the event. */
            readonly body: string | null;
            /** @description The attempts, oldest first. */
            readonly attempts: readonly components["schemas"]["Attempt"][];
        };
        /** @description Id of a delivery. */
        readonly DeliveryId: string;
        /** @description A page of deliveries. */
        readonly DeliveryList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The deliveries, newest first. */
            readonly data: readonly components["schemas"]["Delivery"][];
            /** @description Position of this page. */
            readonly page: {
                /** @description The limit that was applied. */
                readonly limit: number;
                /** @description Number of rows in `data`. */
                readonly returned: number;
                /** @description Whether there are older ones. */
                readonly has_more: boolean;
                /** @description Cursor to older ones; null on the last page. */
                readonly next_cursor: string | null;
            };
            /** @description The sandbox time. */
            readonly as_of: components["schemas"]["SandboxInstant"];
        };
        /**
         * @description The data of each message of the stream of a listener, by its name.
         * @example {
         *       "delivery": {
         *         "delivery_id": "dlv_01M6ECCFC0ADX7W6PRY1ZFS4DA",
         *         "attempt": 1,
         *         "trigger": "test",
         *         "attempt_token": "fbIeWS8sO7rBUfDy",
         *         "headers": {
         *           "content-type": "application/json",
         *           "user-agent": "fleetkit-webhooks/1",
         *           "webhook-id": "evt_01M6ECCFC0E2ZMKWJA1GMWFF40",
         *           "webhook-timestamp": "1796003451",
         *           "webhook-signature": "v1,0ldeomlEHxBZWL1npmXf7fFXBB5AsAPXMglbdBdghRg=",
         *           "x-sandbox-delivery": "dlv_01M6ECCFC0ADX7W6PRY1ZFS4DA",
         *           "x-sandbox-attempt": "1"
         *         },
         *         "body": "{\"id\":\"evt_01M6ECCFC0E2ZMKWJA1GMWFF40\",\"type\":\"cash_low\",\"timestamp\":\"2026-11-02T15:00:00Z\",\"api_version\":\"v1\",\"level\":\"terminal\",\"account_id\":\"acct_northway\",\"terminal_id\":\"NW100112\",\"families\":[\"terminals_locations_telemetry\"],\"severity\":\"medium\",\"incident\":{\"incident_id\":\"inc_01M6ECCFC0K7ADF0TM9760TYPV\",\"state\":\"triggered\",\"sequence\":1,\"dedupe_key\":\"cash_low:NW100112\",\"opened_at\":\"2026-11-02T15:00:00Z\",\"resolved_at\":null,\"resolution\":null},\"data\":{\"cassette\":\"A\",\"denomination\":\"20.00\",\"notes_remaining\":96,\"low_threshold_notes\":100,\"amount_remaining\":\"1920.00\",\"average_daily_dispense\":\"640.00\",\"hours_to_empty\":72,\"last_loaded_at\":\"2026-10-19T14:40:00Z\"},\"is_test\":true}",
         *         "event_id": "evt_01M6ECCFC0E2ZMKWJA1GMWFF40",
         *         "type": "cash_low",
         *         "account_id": "acct_northway",
         *         "terminal_id": "NW100112",
         *         "happened_at": "2026-11-02T15:00:00Z",
         *         "is_test": true
         *       },
         *       "destination": {
         *         "status": "enabled",
         *         "disabled_reason": null
         *       },
         *       "end": {
         *         "code": "replaced",
         *         "reason": "Another listener took over."
         *       }
         *     }
         */
        readonly DeliveryMessages: {
            readonly delivery: components["schemas"]["PushedDelivery"];
            readonly destination: components["schemas"]["ListenerState"];
            readonly end: components["schemas"]["ListenerEnd"];
        };
        /**
         * @description The event type; `sandbox_user_body` for a body that a user sent to test a destination, which is no event.
         * @enum {string}
         */
        readonly DeliveryType: "heartbeat_stale" | "processor_outage" | "communication_flapping" | "cash_low" | "cash_out" | "dispenser_fault" | "compliance_expiration" | "location_risk_change" | "decline_spike" | "approval_rate_drop" | "reversal_spike" | "high_decline_velocity" | "repeated_same_card_attempt" | "command_failed" | "provisioning_failed" | "settlement_mismatch" | "sandbox_destination_failing" | "sandbox_destination_disabled" | "sandbox_user_body";
        /** @description A destination and its events. */
        readonly Destination: {
            readonly destination_id: components["schemas"]["DestinationId"];
            /** @description The topmost account. */
            readonly tenant_id: components["schemas"]["AccountId"];
            /** @description Subscriptions can cover this account and all below it. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description For people. */
            readonly name: string;
            /**
             * @description An address, an inbox in this sandbox, or a listener that fetches deliveries.
             * @enum {string}
             */
            readonly kind: "url" | "inbox" | "listener";
            /**
             * Format: uri
             * @description Where deliveries are posted; null for a listener.
             */
            readonly url: string | null;
            /** @description Why the address is currently rejected; null if it is allowed. */
            readonly url_advice: string | null;
            /** @description Names of the additional request headers. Their values are not shown. */
            readonly header_names: readonly string[];
            readonly retry_profile: components["schemas"]["RetryProfile"];
            /**
             * @description Whether deliveries are sent to it.
             * @enum {string}
             */
            readonly status: "enabled" | "paused" | "disabled";
            /**
             * @description In order: disabled by a user; the receiver responded with 410; no delivery succeeded for a long time; its address is not allowed. Null unless it is disabled.
             * @enum {string|null}
             */
            readonly disabled_reason: "user" | "gone" | "failing" | "not_allowed" | null;
            readonly secret: components["schemas"]["SecretState"];
            /** @description Its subscriptions; an event is sent if any of them matches. */
            readonly subscriptions: readonly components["schemas"]["Subscription"][];
            readonly health: components["schemas"]["DestinationHealth"];
            /** @description When it was registered. */
            readonly created_at: components["schemas"]["SandboxInstant"];
            /** @description When it was changed last. */
            readonly changed_at: components["schemas"]["SandboxInstant"];
        };
        /** @description Additional request headers, such as a credential for your gateway. They replace all previous ones. */
        readonly DestinationHeaders: {
            readonly [key: string]: string;
        };
        /** @description Health of the destination. */
        readonly DestinationHealth: {
            /** @description The first failure since the last success; null if the last delivery succeeded. */
            readonly failing_since: components["schemas"]["SandboxInstant"] | null;
            /** @description When a delivery last succeeded; null before the first one. */
            readonly last_success_at: components["schemas"]["SandboxInstant"] | null;
            /** @description Why the latest attempt failed; null if it succeeded. */
            readonly last_error: string | null;
        };
        /** @description Id of a destination. */
        readonly DestinationId: string;
        /** @description The destinations. */
        readonly DestinationList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The destinations, oldest first. */
            readonly data: readonly components["schemas"]["Destination"][];
        };
        /** @description The results and durations of the latest attempts. */
        readonly DestinationStatistics: {
            readonly destination_id: components["schemas"]["DestinationId"];
            /** @description Number of deliveries whose attempts are counted. */
            readonly deliveries: number;
            /** @description Number of all deliveries that wait for an attempt. */
            readonly waiting: number;
            /** @description Number of attempts. */
            readonly attempts: number;
            /** @description Number of attempts with a complete 2xx response. */
            readonly succeeded: number;
            /** @description The durations of the attempts with a response; null if no attempt got one. */
            readonly duration_ms: components["schemas"]["DurationSummary"] | null;
            /** @description The kinds of failure, the most frequent first. */
            readonly failures: readonly {
                readonly code: components["schemas"]["FailureCode"];
                /** @description Number of attempts. */
                readonly count: number;
            }[];
            /** @description The latest attempts, newest first. */
            readonly latest: readonly {
                readonly delivery_id: components["schemas"]["DeliveryId"];
                /** @description Number within the delivery. */
                readonly number: number;
                /**
                 * Format: date-time
                 * @description On the real clock.
                 */
                readonly sent_at: string;
                /** @description The status of the response; null without one. */
                readonly status: number | null;
                /** @description The kind of failure; null if the attempt succeeded. */
                readonly error: components["schemas"]["FailureCode"] | null;
                /** @description The whole exchange. */
                readonly total_ms: number;
            }[];
        };
        /**
         * @description An absolute http or https address, without a user or a fragment.
         * @example https://hooks.example/fleet
         */
        readonly DestinationUrl: string;
        /**
         * DispenserFaultEvent
         * @description A dispenser reports a fault, or works again.
         */
        readonly DispenserFaultEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "dispenser_fault";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns one terminal.
             * @constant
             */
            readonly level: "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "terminals_locations_telemetry"
            ];
            /**
             * @description Critical if the fault is service-affecting, else medium.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            readonly incident: components["schemas"]["EventIncident"];
            /** @description The fault, and figures as of `timestamp`. */
            readonly data: {
                /**
                 * @description The device concerned.
                 * @constant
                 */
                readonly device: "cash_dispenser";
                /** @description The vendor's error code, null if there are only failed dispenses. */
                readonly error_code: string | null;
                /** @description Meaning of the code. */
                readonly error_text: string | null;
                /** @description Maker of the terminal. */
                readonly vendor: string;
                /** @description Model of the terminal. */
                readonly model: string;
                /**
                 * @description Condition of the dispenser, `ok` once resolved.
                 * @enum {string}
                 */
                readonly condition: "ok" | "shutter_jammed" | "transport_inoperative" | "stacker_not_empty" | "reject_bin_full" | "cassette_missing" | "cassette_manipulated";
                /** @description Whether the fault prevents the terminal from dispensing. */
                readonly is_service_affecting: boolean;
                /** @description Failed dispenses since the latest success. */
                readonly failed_dispense_count: components["schemas"]["EventCount"];
                /** @description The latest successful dispense, null if none is known. */
                readonly last_success_at: components["schemas"]["EventInstantOrNull"];
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /** @description Milliseconds of real time. */
        readonly DurationSummary: {
            /** @description Half of the attempts took at most this long. */
            readonly median: number;
            /** @description 95 of 100 attempts took at most this long. */
            readonly p95: number;
            /** @description The longest attempt. */
            readonly max: number;
        };
        /** @description An incident that ends. */
        readonly EndingIncident: {
            readonly incident_id: components["schemas"]["IncidentId"];
            /** @description At most one incident per key is open at a time. */
            readonly dedupe_key: string;
        };
        /**
         * @description Version of the interface in which the event is written.
         * @constant
         */
        readonly EventApiVersion: "v1";
        /** @description A count. */
        readonly EventCount: number;
        /**
         * Format: date
         * @description Calendar date, RFC 3339.
         */
        readonly EventDate: string;
        /** @description Id of the event: the same on every attempt, replay and destination. Deliveries can be repeated, so store ids to drop repeats. */
        readonly EventId: string;
        /** @description The incident this event belongs to. Events of one incident share `incident_id` and `type`, and can arrive out of order. */
        readonly EventIncident: components["schemas"]["EventIncidentOpen"] | components["schemas"]["EventIncidentResolved"];
        /** @description Subject of the incident. At most one incident per key is open at a time. */
        readonly EventIncidentKey: string;
        /** @description An incident that is open. */
        readonly EventIncidentOpen: {
            readonly incident_id: components["schemas"]["IncidentId"];
            /**
             * @description `triggered`: it has just opened. `escalated`: it has become more serious, or this is another notice.
             * @enum {string}
             */
            readonly state: "triggered" | "escalated";
            readonly sequence: components["schemas"]["EventIncidentSequence"];
            readonly dedupe_key: components["schemas"]["EventIncidentKey"];
            /** @description When it opened. */
            readonly opened_at: components["schemas"]["EventInstant"];
            /** @description Null while it is open. */
            readonly resolved_at: null;
            /** @description Null while it is open. */
            readonly resolution: null;
        };
        /** @description An incident that is closed. It never reopens; the next one has another id. */
        readonly EventIncidentResolved: {
            readonly incident_id: components["schemas"]["IncidentId"];
            /**
             * @description It is closed.
             * @constant
             */
            readonly state: "resolved";
            readonly sequence: components["schemas"]["EventIncidentSequence"];
            readonly dedupe_key: components["schemas"]["EventIncidentKey"];
            /** @description When it opened. */
            readonly opened_at: components["schemas"]["EventInstant"];
            /** @description When it was resolved. */
            readonly resolved_at: components["schemas"]["EventInstant"];
            /**
             * @description How it was resolved. In order: the cause is gone, a more serious incident replaced it, a person accepted it, it expired, or maintenance began.
             * @enum {string}
             */
            readonly resolution: "recovered" | "superseded" | "acknowledged" | "auto_closed" | "maintenance";
        };
        /** @description 1 for the first event of the incident, then increasing by one. Ignore an event with a lower number than the latest that you received for its incident. */
        readonly EventIncidentSequence: number;
        /**
         * Format: date-time
         * @description Instant in UTC, RFC 3339.
         */
        readonly EventInstant: string;
        /**
         * Format: date-time
         * @description Instant in UTC, RFC 3339, or null.
         */
        readonly EventInstantOrNull: string | null;
        /**
         * @description Present only on a sample sent to test a destination. Acknowledge it and do nothing else.
         * @constant
         */
        readonly EventIsTest: true;
        /** @description A page of events. */
        readonly EventList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The events, oldest first. */
            readonly data: readonly components["schemas"]["WebhookEvent"][];
            readonly page: components["schemas"]["StreamPage"];
            /** @description Sandbox time. */
            readonly as_of: components["schemas"]["SandboxInstant"];
        };
        /** @description A fraction from 0 to 1, rounded to four decimals; 0 if the divisor is 0. */
        readonly EventRate: number;
        /** @description A response code and its number of occurrences. */
        readonly EventResponseCount: {
            readonly response: components["schemas"]["ResponseCode"];
            /** @description Meaning of the code. */
            readonly response_text: string;
            /** @description Number of occurrences. */
            readonly count: number;
        };
        /**
         * @description Name of a webhook event.
         * @enum {string}
         */
        readonly EventType: "heartbeat_stale" | "processor_outage" | "communication_flapping" | "cash_low" | "cash_out" | "dispenser_fault" | "compliance_expiration" | "location_risk_change" | "decline_spike" | "approval_rate_drop" | "reversal_spike" | "high_decline_velocity" | "repeated_same_card_attempt" | "command_failed" | "provisioning_failed" | "settlement_mismatch";
        /** @description An event type, or a pattern of event types. An asterisk matches any letters, as in `cash_*`. */
        readonly EventTypePattern: string;
        /** @description Event types and patterns such as `cash_*`; null for all of the service. The types of the sandbox itself, `sandbox_destination_failing` and `sandbox_destination_disabled`, match only their name and patterns that begin with `sandbox_`. The subscription contains the types that match when it is created or changed. */
        readonly EventTypePatterns: readonly components["schemas"]["EventTypePattern"][] | null;
        /** @description Event types; null for all of the service. */
        readonly EventTypes: readonly components["schemas"]["DeliveredEventType"][] | null;
        /** @description A request and its response. */
        readonly Exchange: {
            /** @description The `X-Request-Id` of the response. */
            readonly request_id: string;
            /**
             * Format: date-time
             * @description When, in real time.
             */
            readonly answered_at: string;
            /** @description The sandbox time. */
            readonly sandbox_at: components["schemas"]["SandboxInstant"];
            /** @description The method that was sent. */
            readonly method: string;
            /** @description The path without its query. */
            readonly path: string;
            /** @description The operation; null if no operation matches. */
            readonly operation_id: string | null;
            /** @description The user of its key; null without a valid key. */
            readonly user_id: components["schemas"]["UserId"] | null;
            /** @description Whether it had the operator's token. */
            readonly is_operator: boolean;
            /** @description The status of the response; 499 when the connection ended before the response began. */
            readonly status: number;
            /** @description Whether the connection ended before the response was complete. */
            readonly is_aborted: boolean;
            /** @description Duration. */
            readonly duration_ms: number;
            /** @description Why it was rejected; null if it was not. */
            readonly problem: components["schemas"]["ExchangeProblem"] | null;
            /** @description Names of the misbehaviours that changed the response. */
            readonly misbehaviours: readonly string[];
            /** @description The fault rule that applied to the request; null without one. */
            readonly fault_id: string | null;
            /** @description The sent request; null if the server does not record requests, for a request to the control plane, after newer requests used up the budget, and in the activity stream. */
            readonly recorded: components["schemas"]["RecordedRequest"] | null;
        };
        /** @description The latest exchanges. */
        readonly ExchangeList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The exchanges, newest first. */
            readonly data: readonly components["schemas"]["Exchange"][];
        };
        /** @description Why a request was rejected. */
        readonly ExchangeProblem: {
            /** @description The code of the problem document. */
            readonly code: string;
            /** @description Its detail. */
            readonly detail: string;
            /** @description Its individual faults. */
            readonly errors: readonly components["schemas"]["SandboxProblemError"][];
        };
        /** @description The values of the receiver, as far as known. */
        readonly ExplainDelivery: {
            /** @description The number of the attempt; by default the latest. */
            readonly attempt?: number;
            /** @description The body that it verified, as text. */
            readonly body?: string;
            /** @description The same as base64. */
            readonly body_base64?: string;
            /** @description The signature that it computed. */
            readonly signature?: string;
            /** @description The secret that it uses. It is compared, not stored and not shown. */
            readonly secret?: string;
            /** @description The timestamp that it used. */
            readonly timestamp?: string;
            /** @description The id that it used. */
            readonly id?: string;
        };
        /** @description The signed content, and the differences. */
        readonly ExplainedDelivery: {
            /** @description The signed content. */
            readonly signed: {
                /** @description The id of the event. */
                readonly id: string;
                /** @description Seconds of real time. */
                readonly timestamp: number;
                /** @description Size of the body. */
                readonly body_bytes: number;
                /** @description The exact text that was signed: id, timestamp and body, with dots between them. */
                readonly content: string;
                /** @description As in the header. */
                readonly signatures: readonly string[];
            };
            /** @description The differences, most likely cause first; empty if there is none. */
            readonly findings: readonly {
                /** @description The kind of difference. */
                readonly code: string;
                /** @description The difference and its place. */
                readonly message: string;
                /** @description The first different byte of the bodies, from 0; null if they are equal. */
                readonly byte: number | null;
            }[];
        };
        /** @description The new lifetime. */
        readonly ExtendWorkspace: {
            /** @description Time until it is deleted, in seconds on the real clock. */
            readonly expires_in_seconds: number;
        };
        /**
         * @description The kind of failure. `invalid_response`: the response is not valid HTTP, or its status is not a final one (1xx, or outside 100 to 599).
         * @enum {string}
         */
        readonly FailureCode: "status" | "redirect" | "dns_failed" | "address_not_allowed" | "connect_refused" | "connect_timeout" | "tls_failed" | "connection_reset" | "response_timeout" | "body_timeout" | "invalid_response" | "listener_failed";
        /** @description How a request fails. Each type has its own members; others are rejected. */
        readonly FaultEffect: {
            /**
             * @description The kind of failure.
             * @enum {string}
             */
            readonly type: "status" | "redirect" | "delay" | "slow_body" | "connection_reset" | "body_cut" | "wrong_length" | "invalid_json" | "wrong_media_type" | "stale_etag" | "misbehaviour" | "webhook_duplicate" | "webhook_late" | "webhook_reordered";
            /** @description How long the request waits before it is handled, in milliseconds of real time. Any type except `webhook_` ones. */
            readonly delay_ms?: number;
            /** @description The status of the response. Required for `status`, from 400; for `redirect`, 302 by default. */
            readonly status?: number;
            /**
             * @description For `status`: a problem document, which is the default, or the HTML page of a gateway.
             * @enum {string}
             */
            readonly body?: "problem" | "html";
            /** @description For `status`: adds `Retry-After`. */
            readonly retry_after_seconds?: number;
            /**
             * @description For `status`: the form of `Retry-After`. Default: seconds.
             * @enum {string}
             */
            readonly retry_after_form?: "seconds" | "date";
            /** @description For `redirect`, required: the URL or path to which it redirects. */
            readonly location?: string;
            /** @description For `status`, `redirect` and a `connection_reset` before the head: whether the sandbox handles the request, so that only its response is lost. By default it does not. */
            readonly handles_request?: boolean;
            /** @description For `slow_body`, required: how long the body takes, in milliseconds of real time. */
            readonly duration_ms?: number;
            /**
             * @description For `connection_reset`: when. Default: before_head.
             * @enum {string}
             */
            readonly at?: "before_head" | "within_head" | "after_head";
            /** @description For `wrong_length`: how much longer than the body `Content-Length` is, or shorter if negative. Default: 1. */
            readonly by_bytes?: number;
            /** @description For `wrong_media_type`: the value of `Content-Type`. Default: text/html. */
            readonly media_type?: string;
            /** @description For `webhook_late`, required: how much later the delivery is due, on the clock of its destination. */
            readonly late_seconds?: number;
            /** @description For `misbehaviour`, required: its name. */
            readonly misbehaviour?: string;
        };
        /** @description A fault rule, and how often it was used. */
        readonly FaultRule: {
            /** @description Its id. Ids count from `flt_1` after a full reset. */
            readonly fault_id: string;
            /** @description Matches requests for this operation of the service. */
            readonly operation?: string;
            /** @description Matches requests for this path, such as `/v1/terminals/*\/status-monitoring`. `*` matches any one segment. */
            readonly path?: string;
            /**
             * @description Matches requests with this method. `GET` includes `HEAD`.
             * @enum {string}
             */
            readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
            /** @description Matches requests with a key of this user. */
            readonly user_id?: string;
            /** @description Matches requests with this issued key, such as `key_3k9v0q2m`. */
            readonly key_id?: string;
            readonly event_type?: components["schemas"]["EventTypePattern"];
            /** @description For `webhook_` effects: matches deliveries to this destination. */
            readonly destination_id?: string;
            /** @description Matches only requests that select the rule with `Prefer`, for example `fault=lost-reply`. */
            readonly preference?: string;
            /** @description Which of the requests that the rule matches fail, counted from 1 for each operation and key, or for each event type and destination. Without it, each may fail. */
            readonly nth?: readonly number[];
            /** @description The share of those requests that fail. The seed decides which. Without it, all fail. */
            readonly probability?: number;
            /** @description Replaces the seed of the sandbox for the probability. */
            readonly seed?: number;
            readonly effect: components["schemas"]["FaultEffect"];
            /** @description How many requests met its conditions since it was added or the server was started. */
            readonly matched_count: number;
            /** @description How many of them it let fail. */
            readonly applied_count: number;
        };
        /** @description The fault rules. */
        readonly FaultRuleList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The rules in the order in which they are evaluated. */
            readonly data: readonly components["schemas"]["FaultRule"][];
        };
        /** @description Distinguishes secrets without showing them. */
        readonly Fingerprint: string;
        /** @description A request to the service, for a user whose role allows it. */
        readonly FollowUp: {
            /**
             * @description The operation.
             * @constant
             */
            readonly operation_id: "deriveSettlements";
            /**
             * @description Its method.
             * @constant
             */
            readonly method: "POST";
            /**
             * @description Its path.
             * @constant
             */
            readonly path: "/v1/settlements/derive";
            /** @description Body of the request. */
            readonly body: {
                readonly account_id: components["schemas"]["AccountId"];
                /**
                 * Format: date
                 * @description The business date of the batch.
                 */
                readonly business_date: string;
            };
            /** @description How far the clock has to be moved after the request until the event happens. */
            readonly happens_after_seconds: number;
        };
        /** @description No members. */
        readonly FreezeClock: Record<string, never>;
        /** @description Headers by lower-case name; values of possible credentials are masked. */
        readonly HeaderTexts: {
            readonly [key: string]: string;
        };
        /**
         * HeartbeatStaleEvent
         * @description A terminal has stopped sending heartbeats, or sends them again.
         */
        readonly HeartbeatStaleEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "heartbeat_stale";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns one terminal.
             * @constant
             */
            readonly level: "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * @description Both families of the event. It is delivered once.
             * @constant
             */
            readonly families: [
                "account_fleet_snapshot",
                "terminals_locations_telemetry"
            ];
            /**
             * @description Critical once escalated.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            readonly incident: components["schemas"]["EventIncident"];
            /** @description Figures as of `timestamp`. */
            readonly data: {
                /** @description The latest heartbeat received. */
                readonly last_heartbeat_at: components["schemas"]["EventInstant"];
                /** @description Expected time between two heartbeats. */
                readonly heartbeat_interval_seconds: number;
                /** @description Whole minutes since the latest heartbeat. */
                readonly minutes_silent: components["schemas"]["EventCount"];
                /** @description The latest transaction, null if there was none yet. */
                readonly last_transaction_at: components["schemas"]["EventInstantOrNull"];
                readonly link_type: components["schemas"]["LinkType"];
                /** @description Radio signal at the last heartbeat, null on wired links. */
                readonly signal_quality: components["schemas"]["SignalQuality"] | null;
                /** @description Name of the site. */
                readonly location_name: string;
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /**
         * HighDeclineVelocityEvent
         * @description Declines of several cards occur in quick succession, or have stopped.
         */
        readonly HighDeclineVelocityEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "high_decline_velocity";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns one terminal.
             * @constant
             */
            readonly level: "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "transactions_processor_activity"
            ];
            /**
             * @description Always high.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            readonly incident: components["schemas"]["EventIncident"];
            /** @description The evaluated declines, and their burst. */
            readonly data: {
                /** @description Start of the evaluated window. */
                readonly window_start: components["schemas"]["EventInstant"];
                /** @description End of the evaluated window. */
                readonly window_end: components["schemas"]["EventInstant"];
                /** @description Declines in the window. */
                readonly declines: components["schemas"]["EventCount"];
                /** @description Different cards among them. */
                readonly distinct_cards: components["schemas"]["EventCount"];
                /** @description Response codes of the declines, most frequent first. */
                readonly top_responses: readonly components["schemas"]["EventResponseCount"][];
                /** @description The first decline of the burst. */
                readonly first_transaction_id: components["schemas"]["TransactionId"];
                /** @description Its latest decline so far. */
                readonly last_transaction_id: components["schemas"]["TransactionId"];
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /** @description The result of the import. */
        readonly ImportResult: {
            /** @description The tenant; null for all. */
            readonly tenant_id: components["schemas"]["TenantId"] | null;
            /** @description Number of entries. */
            readonly entry_count: number;
            /** @description Number of facts. */
            readonly fact_count: number;
            /** @description Current sandbox time. */
            readonly now: components["schemas"]["SandboxInstant"];
        };
        /** @description A receiver inside the sandbox. */
        readonly Inbox: {
            /**
             * Format: uri
             * @description Where deliveries are posted.
             */
            readonly url: string;
            readonly destination_id: components["schemas"]["DestinationId"];
            /** @description The configured responses; empty for 200. */
            readonly answers: readonly components["schemas"]["InboxAnswer"][];
            /** @description Number of requests since the responses were configured. */
            readonly answers_used: number;
            /** @description The received requests, newest first. */
            readonly messages: readonly components["schemas"]["InboxMessage"][];
        };
        /** @description One response: a status, optionally delayed, or no response. */
        readonly InboxAnswer: {
            /** @description The status; 200 by default. */
            readonly status?: number;
            /** @description Delay before the response. */
            readonly delay_ms?: number;
            /** @description Sent as `Retry-After`. */
            readonly retry_after_seconds?: number;
            /**
             * @description Sends no response.
             * @constant
             */
            readonly never?: true;
        };
        /** @description A request that an inbox received. */
        readonly InboxMessage: {
            /**
             * Format: date-time
             * @description On the real clock.
             */
            readonly received_at: string;
            /** @description The sandbox time. */
            readonly sandbox_at: components["schemas"]["SandboxInstant"];
            /** @description The `webhook-id`; null if there was none. */
            readonly event_id: string | null;
            /** @description The type in the body; null if there is none. */
            readonly type: string | null;
            readonly headers: components["schemas"]["HeaderTexts"];
            /** @description The first 64 KiB of the body. */
            readonly body: string;
            /** @description Whether the body was longer. */
            readonly truncated: boolean;
            /** @description Whether it was signed with a secret of the destination. */
            readonly signature: {
                /** @description Whether it was signed with such a secret. */
                readonly verified: boolean;
                /** @description The secret that matched, or the fault. */
                readonly message: string;
            };
            readonly answer: components["schemas"]["InboxAnswer"];
        };
        /** @description The responses of an inbox from now on. */
        readonly InboxPlan: {
            /**
             * Format: uri
             * @description Where deliveries are posted.
             */
            readonly url: string;
            readonly destination_id: components["schemas"]["DestinationId"];
            /** @description The configured responses; empty for 200. */
            readonly answers: readonly components["schemas"]["InboxAnswer"][];
        };
        /**
         * @description Alert incident identifier, shared by status monitoring, feeds and webhook events.
         * @example inc_01K8Z7A1B3C5D7E9F1G3H5J7KM
         */
        readonly IncidentId: string;
        /** @description A page of incidents. */
        readonly IncidentList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The incidents, oldest first. */
            readonly data: readonly components["schemas"]["SandboxIncident"][];
            readonly page: components["schemas"]["StreamPage"];
            /** @description Sandbox time. */
            readonly as_of: components["schemas"]["SandboxInstant"];
        };
        /** @description A change of the state of an incident. */
        readonly IncidentMoment: {
            /** @description Counts within the incident. */
            readonly sequence: number;
            /**
             * @description The new state.
             * @enum {string}
             */
            readonly state: "triggered" | "escalated" | "resolved";
            /** @description When. */
            readonly at: components["schemas"]["SandboxInstant"];
            readonly severity: components["schemas"]["Severity"];
            /** @description The event, for people. */
            readonly title: string;
            /** @description One or two sentences of detail. */
            readonly summary: string;
        };
        /** @description Incident states; null for all. Events without an incident are sent only if it is null. */
        readonly IncidentStates: readonly ("triggered" | "escalated" | "resolved")[] | null;
        /** @description A change. */
        readonly InjectedCause: {
            /** @description Its id in the journal. */
            readonly cause_id: string;
            /** @description Its kind in the journal. */
            readonly kind: string;
            /** @description From when on. */
            readonly at: components["schemas"]["SandboxInstant"];
            /** @description The terminal; null if the change is not at a terminal. */
            readonly terminal_id: components["schemas"]["TerminalId"] | null;
            /** @description The connector; null if the change is not at a connector. */
            readonly connector_id: components["schemas"]["ConnectorId"] | null;
            /** @description The account, for compliance items and batches; otherwise null. */
            readonly account_id: components["schemas"]["AccountId"] | null;
            /** @description The change, for people. */
            readonly summary: string;
        };
        /** @description The user, and how long the key is valid. */
        readonly IssueKey: {
            /**
             * @description The user. `GET /sandbox/users` lists them.
             * @example usr_nw_admin
             */
            readonly user_id: components["schemas"]["OpaqueId"];
            /** @description Its lifetime on the real clock, in seconds. Default: it does not expire. */
            readonly expires_in_seconds?: number;
            /** @description Whether it is the key of a guest. It must expire within 30 days. Default: false. */
            readonly read_only?: boolean;
        };
        /** @description A new key. */
        readonly IssuedKey: {
            /** @description The key for the header `X-API-Key`. No other response contains it. */
            readonly api_key: string;
            /**
             * @description Its id. It is also a part of the key.
             * @example key_3k9v0q2m
             */
            readonly key_id: string;
            /** @description The tenant of the user. */
            readonly tenant_id: components["schemas"]["OpaqueId"];
            /** @description The user whose data and rights the key has. */
            readonly user_id: components["schemas"]["OpaqueId"];
            /**
             * Format: date-time
             * @description When it was issued, on the real clock.
             */
            readonly issued_at: string;
            /** @description When it expires, on the real clock; null if it does not. */
            readonly expires_at: string | null;
            /** @description Whether it is the key of a guest, who reads the service as its user sees it, and nothing else. */
            readonly read_only: boolean;
            /**
             * @description Whether it is accepted. `disabled`: its user is disabled.
             * @enum {string}
             */
            readonly key_state: "active" | "expired" | "disabled";
        };
        /** @description An issued key, without the key itself. */
        readonly IssuedKeyState: {
            /**
             * @description Its id. It is also a part of the key.
             * @example key_3k9v0q2m
             */
            readonly key_id: string;
            /** @description The tenant of the user. */
            readonly tenant_id: components["schemas"]["OpaqueId"];
            /** @description The user whose data and rights the key has. */
            readonly user_id: components["schemas"]["OpaqueId"];
            /**
             * Format: date-time
             * @description When it was issued, on the real clock.
             */
            readonly issued_at: string;
            /** @description When it expires, on the real clock; null if it does not. */
            readonly expires_at: string | null;
            /** @description Whether it is the key of a guest, who reads the service as its user sees it, and nothing else. */
            readonly read_only: boolean;
            /**
             * @description Whether it is accepted. `disabled`: its user is disabled.
             * @enum {string}
             */
            readonly key_state: "active" | "expired" | "disabled";
        };
        /**
         * @description Provisioning job identifier.
         * @example prv_01K8W2B4C6D8E0F2G4H6J8K0MN
         */
        readonly JobId: string;
        /** @description One fact, as a text. */
        readonly JournalChange: {
            /**
             * @description Kind of fact.
             * @example dispute-opened
             */
            readonly type: string;
            /** @description The change, for people. */
            readonly summary: string;
        };
        /** @description Facts that were recorded together. */
        readonly JournalEntry: {
            /** @description The position of its last fact. */
            readonly position: number;
            /** @description The sandbox time after the entry. */
            readonly at: components["schemas"]["SandboxInstant"];
            /** @description The tenant; null if it concerns the whole sandbox. */
            readonly tenant_id: components["schemas"]["TenantId"] | null;
            /** @description The user; null for the operator. */
            readonly user_id: components["schemas"]["UserId"] | null;
            /** @description The changes, in the order of the facts. */
            readonly changes: readonly components["schemas"]["JournalChange"][];
        };
        /** @description A page of entries. */
        readonly JournalEntryList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The first position that can be read or forked: that of the latest reset, import or fork, or 0. */
            readonly first_position: number;
            /** @description The entries, oldest first. */
            readonly data: readonly components["schemas"]["JournalEntry"][];
            /** @description How to get the next page. */
            readonly page: components["schemas"]["StreamPage"];
        };
        /** @description The issued keys. */
        readonly KeyList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The keys, oldest first. */
            readonly data: readonly components["schemas"]["IssuedKeyState"][];
        };
        /**
         * @description How the terminal reaches the host.
         * @enum {string}
         */
        readonly LinkType: "lte" | "ethernet" | "wifi" | "dial" | "vsat";
        /** @description The last message. */
        readonly ListenerEnd: {
            /**
             * @description The kind of end.
             * @enum {string}
             */
            readonly code: "replaced" | "gone" | "stopped" | "key_invalid";
            /** @description The reason, for people. */
            readonly reason: string;
        };
        /** @description Whether the destination sends deliveries, and why not. */
        readonly ListenerState: {
            /**
             * @description Whether deliveries are sent to it.
             * @enum {string}
             */
            readonly status: "enabled" | "paused" | "disabled";
            /**
             * @description As in the destination.
             * @enum {string|null}
             */
            readonly disabled_reason: "user" | "gone" | "failing" | "not_allowed" | null;
        };
        /**
         * @description Location identifier.
         * @example loc_7GQ2M4T9XA
         */
        readonly LocationId: string;
        /**
         * LocationRiskChangeEvent
         * @description The risk assessment of a site has changed.
         */
        readonly LocationRiskChangeEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "location_risk_change";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns one terminal.
             * @constant
             */
            readonly level: "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * @description Both families of the event. It is delivered once.
             * @constant
             */
            readonly families: [
                "terminals_locations_telemetry",
                "compliance_vault_onboarding"
            ];
            /**
             * @description High when the site enters the band `high`, medium for any other rise, low for a fall.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            /** @description Always null: this event is sent once and has no incident. */
            readonly incident: null;
            /** @description The assessment before and after. */
            readonly data: {
                /** @description The location assessed. */
                readonly location_id: components["schemas"]["LocationId"];
                /** @description Name of the site. */
                readonly location_name: string;
                /** @description Band before. It equals `new_band` if only the score moved. */
                readonly previous_band: components["schemas"]["RiskBand"];
                /** @description Band now: low 0 to 29, moderate 30 to 54, elevated 55 to 74, high 75 to 100. */
                readonly new_band: components["schemas"]["RiskBand"];
                /** @description Score before. */
                readonly previous_score: number;
                /** @description Score now; higher is worse. */
                readonly new_score: number;
                /** @description Factors behind the new score, most important first. */
                readonly drivers: readonly components["schemas"]["RiskDriver"][];
                /** @description When it was assessed. */
                readonly assessed_at: components["schemas"]["EventInstant"];
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /** @description One way to break the contract. */
        readonly Misbehaviour: {
            /** @description Its name. */
            readonly name: string;
            /** @description The wrong behaviour while it is on. */
            readonly description: string;
            /** @description Whether it is on. */
            readonly is_on: boolean;
        };
        /** @description The misbehaviours. */
        readonly MisbehaviourList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The misbehaviours by name. */
            readonly data: readonly components["schemas"]["Misbehaviour"][];
        };
        /**
         * @description Amount in major units with exactly two decimals, never negative. Each response states the currency once. Sort and add it as a number, not as text.
         * @example 60.00
         */
        readonly Money: string;
        /**
         * @description Which requests of the service fail, and how. A request must meet all conditions that are given. The first rule that applies decides. No rule matches the control plane.
         * @example {
         *       "operation": "listTransactions",
         *       "nth": [
         *         1,
         *         2
         *       ],
         *       "effect": {
         *         "type": "status",
         *         "status": 503,
         *         "retry_after_seconds": 1
         *       }
         *     }
         */
        readonly NewFaultRule: {
            /** @description Matches requests for this operation of the service. */
            readonly operation?: string;
            /** @description Matches requests for this path, such as `/v1/terminals/*\/status-monitoring`. `*` matches any one segment. */
            readonly path?: string;
            /**
             * @description Matches requests with this method. `GET` includes `HEAD`.
             * @enum {string}
             */
            readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
            /** @description Matches requests with a key of this user. */
            readonly user_id?: string;
            /** @description Matches requests with this issued key, such as `key_3k9v0q2m`. */
            readonly key_id?: string;
            readonly event_type?: components["schemas"]["EventTypePattern"];
            /** @description For `webhook_` effects: matches deliveries to this destination. */
            readonly destination_id?: string;
            /** @description Matches only requests that select the rule with `Prefer`, for example `fault=lost-reply`. */
            readonly preference?: string;
            /** @description Which of the requests that the rule matches fail, counted from 1 for each operation and key, or for each event type and destination. Without it, each may fail. */
            readonly nth?: readonly number[];
            /** @description The share of those requests that fail. The seed decides which. Without it, all fail. */
            readonly probability?: number;
            /** @description Replaces the seed of the sandbox for the probability. */
            readonly seed?: number;
            readonly effect: components["schemas"]["FaultEffect"];
        };
        /** @description Fault rules, as in a file for `fleetkit faults play`. */
        readonly NewFaultRules: {
            /** @description The rules in the order in which they are evaluated. */
            readonly faults: readonly components["schemas"]["NewFaultRule"][];
        };
        /** @description The events of the subscription; without a terminal, those of the account and of all accounts below it. */
        readonly NewSubscription: {
            /** @description Restricts to one terminal. */
            readonly terminal_id?: components["schemas"]["TerminalId"];
            /** @description The account; by default that of the destination. */
            readonly account_id?: components["schemas"]["AccountId"];
            readonly types?: components["schemas"]["EventTypePatterns"];
            readonly states?: components["schemas"]["IncidentStates"];
        };
        /** @description An instant on one of the two clocks. */
        readonly NextAttempt: {
            /**
             * @description The clock of the instant: the fast schedule uses real time.
             * @enum {string}
             */
            readonly clock: "sandbox" | "real";
            /**
             * Format: date-time
             * @description When.
             */
            readonly at: string;
        };
        /** @description An empty object, or no body at all. */
        readonly Nothing: Record<string, never>;
        /** @description Any identifier as a client may send it. Treat it as opaque; case matters. */
        readonly OpaqueId: string;
        /** @description An outcome that can be triggered. */
        readonly Outcome: {
            readonly outcome: components["schemas"]["OutcomeName"];
            readonly subject: components["schemas"]["OutcomeSubject"];
            /** @description The outcome, for people. */
            readonly summary: string;
            /** @description Members of the request that select the object. */
            readonly takes: readonly ("id" | "terminal_id" | "account_id")[];
            /** @description States of an existing object that can have the outcome; empty if it always creates a new one. */
            readonly needs_state: readonly string[];
            /** @description Upper estimate of how far the clock has to move until the object has the outcome. */
            readonly usually_within_seconds: number;
            /** @description JSON Schema of its `parameters`, with their defaults; the value of one without a default depends on the object. */
            readonly parameters: {
                readonly [key: string]: unknown;
            };
        };
        /** @description Outcomes that can be triggered. */
        readonly OutcomeList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The outcomes, grouped by the kind of object. */
            readonly data: readonly components["schemas"]["Outcome"][];
        };
        /**
         * @description Name of an outcome.
         * @enum {string}
         */
        readonly OutcomeName: "dispute_won" | "dispute_lost" | "dispute_partly_won" | "dispute_withdrawn" | "dispute_overdue" | "batch_held" | "batch_approved" | "batch_same_day" | "batch_rejected" | "batch_canceled" | "batch_returned" | "command_completed" | "command_run_failed" | "command_rejected" | "command_expired" | "command_retried" | "command_canceled" | "provisioning_job_completed" | "provisioning_job_failed" | "provisioning_job_canceled" | "transaction_approved" | "transaction_declined" | "transaction_reversed" | "transaction_partly_dispensed" | "transaction_retracted" | "transaction_late" | "transaction_unconfirmed";
        /** @description The `parameters` to trigger an outcome, by its name. All are optional; the value of one without a default depends on the object. */
        readonly OutcomeParameters: {
            /** @description Parameters of `dispute_won`. */
            readonly dispute_won?: Record<string, never>;
            /** @description Parameters of `dispute_lost`. */
            readonly dispute_lost?: Record<string, never>;
            /** @description Parameters of `dispute_partly_won`. */
            readonly dispute_partly_won?: {
                /** @description Amount charged to the operator, in cents, below that of the dispute. Default: about half of it, in whole notes. */
                readonly adjusted_cents?: number;
            };
            /** @description Parameters of `dispute_withdrawn`. */
            readonly dispute_withdrawn?: Record<string, never>;
            /** @description Parameters of `dispute_overdue`. */
            readonly dispute_overdue?: Record<string, never>;
            /** @description Parameters of `batch_held`. */
            readonly batch_held?: Record<string, never>;
            /** @description Parameters of `batch_approved`. */
            readonly batch_approved?: Record<string, never>;
            /** @description Parameters of `batch_same_day`. */
            readonly batch_same_day?: Record<string, never>;
            /** @description Parameters of `batch_rejected`. */
            readonly batch_rejected?: Record<string, never>;
            /** @description Parameters of `batch_canceled`. */
            readonly batch_canceled?: Record<string, never>;
            /** @description Parameters of `batch_returned`. */
            readonly batch_returned?: {
                /**
                 * @description ACH return reason code. R02, R03, R04, R16 and R20 return all entries, the others the debits; R05, R07 and R10 are of consumers (PPD), R29 is of companies (CCD).
                 * @default R02
                 * @enum {string}
                 */
                readonly return_code: "R01" | "R02" | "R03" | "R04" | "R05" | "R07" | "R08" | "R09" | "R10" | "R16" | "R20" | "R29";
            };
            /** @description Parameters of `command_completed`. */
            readonly command_completed?: {
                /** @description Type of a new command. Default: `reboot`. */
                readonly command_type?: components["schemas"]["CommandType"];
            };
            /** @description Parameters of `command_run_failed`. */
            readonly command_run_failed?: {
                /** @description Type of a new command. Default: `reboot`. */
                readonly command_type?: components["schemas"]["CommandType"];
                /**
                 * @description Why it ends.
                 * @default device_error
                 * @enum {string}
                 */
                readonly result_code: "device_error" | "timeout_running" | "timeout_no_ack" | "key_exchange_failed" | "checksum_mismatch";
            };
            /** @description Parameters of `command_rejected`. */
            readonly command_rejected?: {
                /** @description Type of a new command. Default: `reboot`. */
                readonly command_type?: components["schemas"]["CommandType"];
                /**
                 * @description Why it ends.
                 * @default busy
                 * @enum {string}
                 */
                readonly result_code: "busy" | "not_supported" | "bad_parameters";
            };
            /** @description Parameters of `command_expired`. */
            readonly command_expired?: {
                /** @description Type of a new command. Default: `reboot`. */
                readonly command_type?: components["schemas"]["CommandType"];
            };
            /** @description Parameters of `command_retried`. */
            readonly command_retried?: {
                /** @description Type of a new command. Default: `reboot`. */
                readonly command_type?: components["schemas"]["CommandType"];
                /**
                 * @description Attempts that the terminal does not acknowledge.
                 * @default 1
                 */
                readonly lost_attempts: number;
            };
            /** @description Parameters of `command_canceled`. */
            readonly command_canceled?: {
                /** @description Type of a new command. Default: `reboot`. */
                readonly command_type?: components["schemas"]["CommandType"];
            };
            /** @description Parameters of `provisioning_job_completed`. */
            readonly provisioning_job_completed?: Record<string, never>;
            /** @description Parameters of `provisioning_job_failed`. */
            readonly provisioning_job_failed?: {
                /**
                 * @description Where it fails.
                 * @default delivery
                 * @enum {string}
                 */
                readonly stage: "validation" | "delivery" | "apply" | "key_load" | "host_handshake" | "test_transaction";
            };
            /** @description Parameters of `provisioning_job_canceled`. */
            readonly provisioning_job_canceled?: Record<string, never>;
            /** @description Parameters of `transaction_approved`. */
            readonly transaction_approved?: {
                /** @description Minute of the transaction, within 30 days: `2026-11-02T15:30Z`. Default: the next possible one. */
                readonly at?: string;
                /**
                 * @description Type of the transaction.
                 * @default withdrawal
                 * @enum {string}
                 */
                readonly transaction_type: "withdrawal" | "cash_advance" | "balance_inquiry" | "transfer";
                /** @description Requested amount in cents, in notes of the terminal. Default: 4000, or one large note more than are missing. */
                readonly amount_cents?: number;
                /**
                 * @description Account of the cardholder.
                 * @default checking
                 */
                readonly account_type: components["schemas"]["AccountType"];
            };
            /** @description Parameters of `transaction_declined`. */
            readonly transaction_declined?: {
                /** @description Minute of the transaction, within 30 days: `2026-11-02T15:30Z`. Default: the next possible one. */
                readonly at?: string;
                /**
                 * @description Type of the transaction.
                 * @default withdrawal
                 * @enum {string}
                 */
                readonly transaction_type: "withdrawal" | "cash_advance" | "balance_inquiry" | "transfer";
                /** @description Requested amount in cents, in notes of the terminal. Default: 4000, or one large note more than are missing. */
                readonly amount_cents?: number;
                /**
                 * @description Account of the cardholder.
                 * @default checking
                 */
                readonly account_type: components["schemas"]["AccountType"];
                /**
                 * @description Response code.
                 * @default 51
                 * @enum {string}
                 */
                readonly response: "04" | "05" | "12" | "13" | "14" | "17" | "30" | "41" | "43" | "51" | "52" | "53" | "54" | "55" | "57" | "58" | "59" | "61" | "62" | "65" | "68" | "75" | "78" | "91" | "92" | "94" | "96";
            };
            /** @description Parameters of `transaction_reversed`. */
            readonly transaction_reversed?: {
                /** @description Minute of the transaction, within 30 days: `2026-11-02T15:30Z`. Default: the next possible one. */
                readonly at?: string;
                /** @description Requested amount in cents, in notes of the terminal. Default: 4000, or one large note more than are missing. */
                readonly amount_cents?: number;
                /**
                 * @description Account of the cardholder.
                 * @default checking
                 */
                readonly account_type: components["schemas"]["AccountType"];
                /**
                 * @description Why no note is dispensed: `08` customer cancelled, `10` hardware error, `13` malfunction.
                 * @default 10
                 * @enum {string}
                 */
                readonly reversal_code: "08" | "10" | "13";
                /**
                 * @description Time from the transaction to its reversal.
                 * @default 30
                 */
                readonly reversed_after_seconds: number;
            };
            /** @description Parameters of `transaction_partly_dispensed`. */
            readonly transaction_partly_dispensed?: {
                /** @description Minute of the transaction, within 30 days: `2026-11-02T15:30Z`. Default: the next possible one. */
                readonly at?: string;
                /** @description Requested amount in cents, in notes of the terminal. Default: 4000, or one large note more than are missing. */
                readonly amount_cents?: number;
                /**
                 * @description Account of the cardholder.
                 * @default checking
                 */
                readonly account_type: components["schemas"]["AccountType"];
                /**
                 * @description Notes that are not dispensed.
                 * @default 1
                 */
                readonly notes_short: number;
            };
            /** @description Parameters of `transaction_retracted`. */
            readonly transaction_retracted?: {
                /** @description Minute of the transaction, within 30 days: `2026-11-02T15:30Z`. Default: the next possible one. */
                readonly at?: string;
                /** @description Requested amount in cents, in notes of the terminal. Default: 4000, or one large note more than are missing. */
                readonly amount_cents?: number;
                /**
                 * @description Account of the cardholder.
                 * @default checking
                 */
                readonly account_type: components["schemas"]["AccountType"];
            };
            /** @description Parameters of `transaction_late`. */
            readonly transaction_late?: {
                /** @description Minute of the transaction, within 30 days: `2026-11-02T15:30Z`. Default: the next possible one. */
                readonly at?: string;
                /** @description Requested amount in cents, in notes of the terminal. Default: 4000, or one large note more than are missing. */
                readonly amount_cents?: number;
                /**
                 * @description Account of the cardholder.
                 * @default checking
                 */
                readonly account_type: components["schemas"]["AccountType"];
            };
            /** @description Parameters of `transaction_unconfirmed`. */
            readonly transaction_unconfirmed?: {
                /** @description Minute of the transaction, within 30 days: `2026-11-02T15:30Z`. Default: the next possible one. */
                readonly at?: string;
                /** @description Requested amount in cents, in notes of the terminal. Default: 4000, or one large note more than are missing. */
                readonly amount_cents?: number;
                /**
                 * @description Account of the cardholder.
                 * @default checking
                 */
                readonly account_type: components["schemas"]["AccountType"];
            };
        };
        /**
         * @description A kind of object.
         * @enum {string}
         */
        readonly OutcomeSubject: "dispute" | "batch" | "command" | "provisioning_job" | "transaction";
        /** @description Position of this page in the list. */
        readonly Page: {
            /** @description The limit that was applied. */
            readonly limit: number;
            /** @description Number of rows in `data`. */
            readonly returned: number;
            /** @description Number of rows in your scope that match the filters, over all pages. */
            readonly matched: number;
            /** @description Whether there is a next page. */
            readonly has_more: boolean;
            /** @description Send it as `cursor`, with the same filters and order, to get the next page. `null` on the last page. */
            readonly next_cursor: string | null;
        };
        /** @description An older secret still in use. */
        readonly PreviousSecret: {
            readonly fingerprint: components["schemas"]["Fingerprint"];
            /** @description Until when. */
            readonly expires_at: components["schemas"]["SandboxInstant"];
        };
        /**
         * @description A privilege of a role. Each has a flag `can_<privilege>` in the portal snapshot's `access_flags`.
         * @enum {string}
         */
        readonly Privilege: "view_terminals" | "view_connectors" | "view_transactions" | "view_settlements" | "view_payout_account" | "derive_settlements" | "view_disputes" | "create_disputes" | "view_commands" | "view_provisioning" | "view_compliance" | "view_documents" | "manage_users" | "manage_configuration";
        /**
         * @description The kind of fault of one value. The first twelve concern the format; the others are rules of the two write paths.
         * @enum {string}
         */
        readonly ProblemErrorCode: "missing" | "unknown_member" | "unknown_parameter" | "repeated_parameter" | "wrong_type" | "wrong_format" | "out_of_range" | "too_long" | "unknown_value" | "cursor_invalid" | "cursor_mismatch" | "unknown_account" | "unknown_terminal" | "unknown_transaction" | "unknown_user" | "not_a_banking_day" | "business_date_open" | "business_date_too_old" | "same_day_window_closed" | "partial_derive_not_allowed" | "sensitive_data" | "amount_not_positive" | "amount_exceeds_transaction" | "dispute_window_closed" | "transaction_not_disputable" | "key_reused";
        /**
         * ProcessorOutageEvent
         * @description A connector cannot authorise transactions, or works again.
         */
        readonly ProcessorOutageEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "processor_outage";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns a connector of the account, and several terminals.
             * @constant
             */
            readonly level: "account";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description Null: it does not concern a single terminal. */
            readonly terminal_id: null;
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "account_fleet_snapshot"
            ];
            /**
             * @description Always critical.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            readonly incident: components["schemas"]["EventIncident"];
            /** @description Figures as of `timestamp`. Requests are those of the last 5 minutes. */
            readonly data: {
                readonly connector_id: components["schemas"]["ConnectorId"];
                /** @description Name of the connector. */
                readonly connector_name: string;
                /** @description Kind of the remote system. */
                readonly connector_type: components["schemas"]["ConnectorType"];
                /** @description Status of the connector. */
                readonly status: components["schemas"]["ConnectorStatusValue"];
                /** @description Consecutive failed echo tests. */
                readonly consecutive_echo_failures: components["schemas"]["EventCount"];
                /** @description Authorisation requests sent. */
                readonly requests: components["schemas"]["EventCount"];
                /** @description Requests that failed for a technical reason. */
                readonly technical_declines: components["schemas"]["EventCount"];
                /** @description Requests that timed out; also counted as technical declines. */
                readonly timeouts: components["schemas"]["EventCount"];
                /** @description The most frequent response code of failed requests, null if none failed. */
                readonly dominant_response: components["schemas"]["ResponseCode"] | null;
                /** @description Terminals of the account that cannot authorise because of it. */
                readonly affected_terminal_count: components["schemas"]["EventCount"];
                /** @description Whether traffic currently uses another connector. */
                readonly failover_active: boolean;
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /**
         * ProvisioningFailedEvent
         * @description A provisioning job did not succeed.
         */
        readonly ProvisioningFailedEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "provisioning_failed";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns one terminal.
             * @constant
             */
            readonly level: "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "rms_commands_connectors_provisioning"
            ];
            /**
             * @description Always high.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            /** @description Always null: this event is sent once and has no incident. */
            readonly incident: null;
            /** @description The job as it ended. */
            readonly data: {
                /** @description The provisioning job. */
                readonly job_id: components["schemas"]["JobId"];
                /** @description Version to be applied. */
                readonly payload_version: number;
                /**
                 * @description Stage at which it failed.
                 * @enum {string}
                 */
                readonly failure_stage: "validation" | "delivery" | "apply" | "key_load" | "host_handshake" | "test_transaction";
                /**
                 * @description Reason.
                 * @enum {string}
                 */
                readonly result_code: "invalid_payload" | "duplicate_terminal_id" | "terminal_offline" | "timeout_no_ack" | "timeout_running" | "checksum_mismatch" | "not_supported" | "device_error" | "key_exchange_failed" | "host_handshake_failed" | "test_transaction_failed";
                /** @description The same for people, null if there are no details. */
                readonly result_detail: string | null;
                /** @description Version after the rollback, null if nothing was rolled back. */
                readonly rolled_back_to_version: number | null;
                /** @description Whether the terminal has never been in service. */
                readonly is_new_terminal: boolean;
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /** @description An event that can be triggered. */
        readonly Provokable: {
            readonly event_type: components["schemas"]["EventType"];
            /**
             * @description Whether it opens and resolves an incident, or is sent once.
             * @enum {string}
             */
            readonly kind: "incident" | "point";
            /** @description Levels of a subscription to it. */
            readonly levels: readonly ("account" | "terminal")[];
            /** @description Service families of the event. */
            readonly families: readonly string[];
            /**
             * @description Subject of the event.
             * @enum {string}
             */
            readonly about: "terminal" | "connector" | "account";
            /** @description Ids that select the place, the most common one first. */
            readonly takes: readonly ("terminal_id" | "connector_id" | "account_id")[];
            /** @description Whether its incident can be resolved. */
            readonly can_resolve: boolean;
            /** @description Upper estimate of how far the clock has to move until the event; `dry_run` returns the exact value for a given case. */
            readonly usually_within_seconds: number;
            /** @description JSON Schema of its `parameters`, with their defaults; the value of one without a default depends on the terminal. */
            readonly parameters: {
                readonly [key: string]: unknown;
            };
        };
        /** @description Events that can be triggered. */
        readonly ProvokableList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The events, in the order of the contract of the service. */
            readonly data: readonly components["schemas"]["Provokable"][];
            /** @description The latest 200 changes in your scope, newest first. */
            readonly injected: readonly components["schemas"]["InjectedCause"][];
        };
        /** @description The event, where and how to trigger it. */
        readonly ProvokeEvent: {
            readonly event_type: components["schemas"]["EventType"];
            /** @description A terminal in your scope. */
            readonly terminal_id?: components["schemas"]["OpaqueId"];
            /** @description A connector in your scope. */
            readonly connector_id?: components["schemas"]["OpaqueId"];
            /** @description An account in your scope. */
            readonly account_id?: components["schemas"]["OpaqueId"];
            /** @description Parameters of the event. `GET /sandbox/causes` lists the members of each event, with their defaults. Not allowed with `resolve`. */
            readonly parameters?: {
                readonly [key: string]: unknown;
            };
            /** @description Whether to resolve the incident of the event. Default: `false`. */
            readonly resolve?: boolean;
            /** @description Whether to return what would change without changing it. Default: `false`. */
            readonly dry_run?: boolean;
        };
        /** @description The changes and their effects. */
        readonly ProvokedEvent: {
            readonly event_type: components["schemas"]["EventType"];
            /** @description Whether the incident is resolved. */
            readonly resolve: boolean;
            /** @description Whether this was a dry run. */
            readonly dry_run: boolean;
            /** @description The tenant of the fleet. */
            readonly tenant_id: components["schemas"]["TenantId"];
            /** @description The changes; empty if the incident ends without one. */
            readonly causes: readonly components["schemas"]["InjectedCause"][];
            /** @description How far the clock has to move until the event has been emitted. */
            readonly happens_after_seconds: number;
            /** @description The sandbox time at which the event has been emitted. */
            readonly happens_at: components["schemas"]["SandboxInstant"];
            /** @description The incident that opens. Null for an event that is sent once, with `resolve`, and if a user has to send a request first. */
            readonly incident_id: components["schemas"]["IncidentId"] | null;
            /** @description The event, if it is sent once; otherwise null. */
            readonly event_id: components["schemas"]["EventId"] | null;
            /** @description Open incidents that end; empty without `resolve`, or if none is open. */
            readonly ends: readonly components["schemas"]["EndingIncident"][];
            /** @description The request that a user has to send when the clock has been moved; null if none is needed. */
            readonly follow_up: components["schemas"]["FollowUp"] | null;
        };
        /** @description A due delivery. Post the body unchanged with these headers, and report the response. */
        readonly PushedDelivery: {
            readonly delivery_id: components["schemas"]["DeliveryId"];
            /** @description Number of the attempt within the delivery. A listener that already made it reports it again. */
            readonly attempt: number;
            /**
             * @description The reason for the attempt.
             * @enum {string}
             */
            readonly trigger: "scheduled" | "replay" | "test";
            /** @description Identifies the attempt in the report. */
            readonly attempt_token: string;
            /** @description The headers to send. */
            readonly headers: {
                readonly [key: string]: string;
            };
            /** @description The event as the text that is signed. */
            readonly body: string;
            readonly event_id: components["schemas"]["EventId"];
            readonly type: components["schemas"]["DeliveryType"];
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal; null for an event of an account. */
            readonly terminal_id: components["schemas"]["TerminalId"] | null;
            /** @description When the event happened. */
            readonly happened_at: components["schemas"]["SandboxInstant"];
            /** @description Whether it is a sample or a body of a user. */
            readonly is_test: boolean;
        };
        /**
         * @description The name of a quota.
         * @enum {string}
         */
        readonly QuotaName: "requests_per_minute" | "writes_per_minute" | "facts" | "destinations" | "inbox_bytes" | "delivery_bytes" | "advance_seconds_per_hour" | "clock_days" | "stored_bytes" | "event_streams" | "requests_in_flight" | "delayed_requests";
        /** @description A quota, and how much of it is used. */
        readonly QuotaUsage: {
            /** @description Its name. */
            readonly quota: components["schemas"]["QuotaName"];
            /** @description The limit; null without one. */
            readonly limit: number | null;
            /** @description The present value. Of a quota per minute or hour, the value in the present period. */
            readonly used: number;
        };
        /** @description A body that was sent. */
        readonly RecordedBody: {
            /** @description JSON without white space between its tokens, or another text. At most the first 16,384 characters, followed by `…` if there were more. A text that is no valid JSON ends with `***` at the first name of a secret. Null if it was omitted. */
            readonly text: string | null;
            /** @description How many bytes the server read. */
            readonly size_bytes: number;
            /** @description Whether `text` was cut. */
            readonly is_truncated: boolean;
            /**
             * @description Why there is no text: `binary` for a body that is no UTF-8, `not_read` for a request that was refused before its body was read, for a read with a body, and for a post to an inbox.
             * @enum {string|null}
             */
            readonly omitted: "binary" | "not_read" | null;
        };
        /** @description A parameter of a query. */
        readonly RecordedParameter: {
            /** @description The name. */
            readonly name: string;
            /** @description The value. */
            readonly value: string;
        };
        /** @description A request as it was sent. Credentials and card numbers are masked. */
        readonly RecordedRequest: {
            /** @description The decoded parameters of the query, in the order that was sent. */
            readonly query: readonly components["schemas"]["RecordedParameter"][];
            readonly headers: components["schemas"]["HeaderTexts"];
            /** @description The body; null if there was none. */
            readonly body: components["schemas"]["RecordedBody"] | null;
        };
        /** @description The start instant, and what to send. */
        readonly RecoverDestination: {
            /**
             * Format: date-time
             * @description Events from this instant on.
             */
            readonly since: string;
            /**
             * Format: date-time
             * @description Events before this instant; by default before now.
             */
            readonly until?: string;
            /** @description What to send again: `missed` are events from before the subscription, `delivered` are deliveries that succeeded. Default: `["skipped","exhausted"]`. */
            readonly states?: readonly ("missed" | "skipped" | "exhausted" | "delivered")[];
            /** @description Whether to only count the events. Default: `false`. */
            readonly dry_run?: boolean;
        };
        /** @description The number of queued deliveries. */
        readonly RecoveredDestination: {
            /** @description Whether nothing was queued. */
            readonly dry_run: boolean;
            /** @description Number of queued deliveries, by their previous state. */
            readonly queued: {
                /** @description Events without a delivery. */
                readonly missed: number;
                /** @description Skipped deliveries. */
                readonly skipped: number;
                /** @description Exhausted deliveries. */
                readonly exhausted: number;
                /** @description Delivered deliveries. */
                readonly delivered: number;
            };
            /** @description Number of deliveries that were not queued, because at most 10,000 wait for a destination. Recover again when these have been sent. */
            readonly remaining: number;
        };
        /**
         * RepeatedSameCardAttemptEvent
         * @description One card was used repeatedly within a short time.
         */
        readonly RepeatedSameCardAttemptEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "repeated_same_card_attempt";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns the terminal of the latest attempt.
             * @constant
             */
            readonly level: "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "transactions_processor_activity"
            ];
            /**
             * @description High on two or more terminals or with several withdrawals approved, else medium.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            /** @description Always null: this event is sent once and has no incident. */
            readonly incident: null;
            /** @description Activity of the card within the window that ends at `timestamp`. */
            readonly data: {
                /** @description Random token for the card within the tenant. It is not derived from the card number. */
                readonly card_ref: string;
                /**
                 * @description In order: retries after a decline, wrong PINs until no tries are left, several approved withdrawals, or several terminals.
                 * @enum {string}
                 */
                readonly pattern: "retry_after_decline" | "pin_guessing" | "limit_draining" | "cross_terminal";
                /** @description Length of the window. */
                readonly window_minutes: number;
                /** @description Attempts by the card. */
                readonly attempts: number;
                /** @description Approved attempts. */
                readonly approved: components["schemas"]["EventCount"];
                /** @description Declined attempts. */
                readonly declined: components["schemas"]["EventCount"];
                /** @description Total approved cash. */
                readonly amount_approved: components["schemas"]["Money"];
                /** @description Terminals of the account where it was used. */
                readonly terminal_ids: readonly components["schemas"]["TerminalId"][];
                /** @description Response of the latest attempt. */
                readonly last_response: components["schemas"]["ResponseCode"];
                /** @description The latest attempt. */
                readonly last_transaction_id: components["schemas"]["TransactionId"];
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /** @description The tenant and options. */
        readonly ResetRequest: {
            /** @description One tenant. The operator omits it to reset everything. */
            readonly tenant_id?: components["schemas"]["TenantId"];
            /** @description Whether new ids differ from earlier ones. Default: `false`. */
            readonly new_ids?: boolean;
            /** @description Whether to keep destinations with their ids, secrets and subscriptions, as if registered at the sandbox time after the reset. Their deliveries are deleted, and destinations that their receivers disabled are enabled. Default: `false`. */
            readonly keep_destinations?: boolean;
        };
        /** @description The result of the reset. */
        readonly ResetResult: {
            /** @description The tenant; null for everything. */
            readonly tenant_id: components["schemas"]["TenantId"] | null;
            /** @description Current sandbox time. */
            readonly now: components["schemas"]["SandboxInstant"];
        };
        /**
         * @description Two-character response code as in ISO 8583 field 39. `00` and `10` (partial amount) are approvals, all others declines.
         * @example 00
         */
        readonly ResponseCode: string;
        /**
         * @description `standard`: ten attempts on the sandbox clock, after 0 and 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours, each counted from the previous attempt. `fast`: six in real time, after 0, 1, 2, 4, 8 and 16 seconds.
         * @enum {string}
         */
        readonly RetryProfile: "standard" | "fast";
        /** @description The secrets in use. */
        readonly RevealedSecrets: {
            /** @description The newest. */
            readonly secret: string;
            readonly state: components["schemas"]["SecretState"];
            /** @description Older secrets still in use, newest first. */
            readonly previous?: readonly string[];
        };
        /**
         * ReversalSpikeEvent
         * @description Withdrawals at a terminal are reversed, or are no longer reversed.
         */
        readonly ReversalSpikeEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "reversal_spike";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns one terminal.
             * @constant
             */
            readonly level: "terminal";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal concerned. */
            readonly terminal_id: components["schemas"]["TerminalId"];
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "transactions_processor_activity"
            ];
            /**
             * @description Always high.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            readonly incident: components["schemas"]["EventIncident"];
            /** @description The evaluated withdrawals. */
            readonly data: {
                /** @description Start of the evaluated window. */
                readonly window_start: components["schemas"]["EventInstant"];
                /** @description End of the evaluated window. */
                readonly window_end: components["schemas"]["EventInstant"];
                /** @description Withdrawals approved in the window. */
                readonly approved_withdrawals: components["schemas"]["EventCount"];
                /** @description Reversed withdrawals. */
                readonly reversals: components["schemas"]["EventCount"];
                /** @description Reversals per approved withdrawal. */
                readonly reversal_rate: components["schemas"]["EventRate"];
                /** @description Cash reversed. */
                readonly reversed_amount: components["schemas"]["Money"];
                /** @description Reasons for the reversals, most frequent first. */
                readonly reversal_codes: readonly {
                    /** @description Reversal code. */
                    readonly code: string;
                    /** @description Meaning of the code. */
                    readonly text: string;
                    /** @description Number of occurrences. */
                    readonly count: number;
                }[];
                /** @description The latest reversed withdrawals, newest first, at most five. */
                readonly last_transaction_ids: readonly components["schemas"]["TransactionId"][];
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /** @description The key that is no longer valid. */
        readonly RevokedKey: {
            /** @description Its id. */
            readonly key_id: string;
            /**
             * @description Always true.
             * @constant
             */
            readonly deleted: true;
        };
        /**
         * @description `low` up to a score of 29, `moderate` up to 54, `elevated` up to 74, `high` above.
         * @enum {string}
         */
        readonly RiskBand: "low" | "moderate" | "elevated" | "high";
        /**
         * @description A risk factor of a site.
         * @enum {string}
         */
        readonly RiskDriver: "ram_raid_nearby" | "smash_and_grab_nearby" | "skimmer_found" | "jackpotting_alert" | "robbery_reported" | "hours_changed" | "lighting_or_camera_gap" | "police_response_slow" | "anchoring_gap" | "flood_or_storm";
        /**
         * @description Role of a user. `iso_admin`, `iso_ops`, `finance`, `dispute_analyst` and `auditor` see the account and everything below it; `affiliate_admin` its own sub-account; `technician` the assigned terminals; `merchant` its own terminals; `vault_cash` the terminals whose cash it provides.
         * @enum {string}
         */
        readonly Role: "iso_admin" | "iso_ops" | "finance" | "dispute_analyst" | "affiliate_admin" | "technician" | "merchant" | "vault_cash" | "auditor";
        /** @description How long the present key stays valid. */
        readonly RotateKey: {
            /** @description Time until the present key expires, in seconds on the real clock. Default: 86400. */
            readonly overlap_seconds?: number;
            /** @description Lifetime of the new key on the real clock, in seconds. Default: it does not expire. */
            readonly expires_in_seconds?: number;
        };
        /** @description The overlap and the new secret. */
        readonly RotateSecret: {
            /** @description How long the old secret signs too. Default: `86400`. */
            readonly overlap_seconds?: number;
            readonly secret?: components["schemas"]["Secret"];
        };
        /** @description The speed of the clock. */
        readonly RunClock: {
            /**
             * @description Multiple of real time. Default: `1`.
             * @example 60
             */
            readonly speed?: number;
        };
        /** @description The clock of the sandbox. All data is computed at its time. */
        readonly SandboxClock: {
            /** @description Current sandbox time. */
            readonly now: components["schemas"]["SandboxInstant"];
            /**
             * @description Whether the clock is stopped or running.
             * @enum {string}
             */
            readonly state: "frozen" | "running";
            /** @description Multiple of real time; null while it is stopped. */
            readonly speed: number | null;
            /** @description Sandbox time after a full reset. */
            readonly started_at: components["schemas"]["SandboxInstant"];
            /** @description The latest instant to which one request moves the clock: 365 days from now. The clock ends with the year 2999. */
            readonly latest_at: components["schemas"]["SandboxInstant"];
        };
        /**
         * @description An event of the sandbox itself about a destination, in the frame of the webhook events. It is sent to other destinations that subscribe to its type, never to the destination that it is about.
         * @example {
         *       "id": "evt_01M6ECCFC0E2ZMKWJA1GMWFF40",
         *       "type": "sandbox_destination_failing",
         *       "timestamp": "2026-11-02T17:35:05Z",
         *       "api_version": "v1",
         *       "level": "account",
         *       "account_id": "acct_northway",
         *       "terminal_id": null,
         *       "families": [],
         *       "severity": "medium",
         *       "incident": null,
         *       "data": {
         *         "destination_id": "dst_01M6ECCFC0K7ADF0TM9760TYPV",
         *         "destination_name": "Hooks",
         *         "failed_attempts": 5,
         *         "failing_since": "2026-11-02T15:00:00Z",
         *         "disabled_reason": null,
         *         "last_error": "Nothing listens there (ECONNREFUSED)."
         *       }
         *     }
         */
        readonly SandboxEvent: {
            readonly id: components["schemas"]["EventId"];
            readonly type: components["schemas"]["SandboxEventType"];
            /** @description When the attempt failed. */
            readonly timestamp: components["schemas"]["SandboxInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Always the account.
             * @constant
             */
            readonly level: "account";
            /** @description The account of the destination. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description Always null. */
            readonly terminal_id: null;
            /** @description Always empty, because it belongs to no service. */
            readonly families: readonly string[];
            /**
             * @description `medium` while it fails, `high` when it is disabled.
             * @enum {string}
             */
            readonly severity: "medium" | "high";
            /** @description Always null. */
            readonly incident: null;
            readonly data: components["schemas"]["SandboxEventData"];
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /** @description The destination and its failures. */
        readonly SandboxEventData: {
            readonly destination_id: components["schemas"]["DestinationId"];
            /** @description Its name. */
            readonly destination_name: string;
            /** @description The attempts that failed in a row, without those of events of the sandbox itself. */
            readonly failed_attempts: number;
            /** @description The first of the failures since the latest success. */
            readonly failing_since: components["schemas"]["SandboxInstant"] | null;
            /**
             * @description Why it was disabled; null while it only fails.
             * @enum {string|null}
             */
            readonly disabled_reason: "gone" | "failing" | null;
            /** @description The latest failure, in a sentence. */
            readonly last_error: string | null;
        };
        /**
         * @description The name of an event of the sandbox itself, about a destination. `sandbox_destination_failing`: five attempts in a row failed. `sandbox_destination_disabled`: the sandbox disabled it because of its responses.
         * @enum {string}
         */
        readonly SandboxEventType: "sandbox_destination_failing" | "sandbox_destination_disabled";
        /** @description An incident from its trigger to its resolution, as known now. */
        readonly SandboxIncident: {
            readonly incident_id: components["schemas"]["IncidentId"];
            readonly type: components["schemas"]["EventType"];
            /** @description At most one incident per key is open at a time. */
            readonly dedupe_key: string;
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal; null if the event concerns an account. */
            readonly terminal_id: components["schemas"]["TerminalId"] | null;
            readonly severity: components["schemas"]["Severity"];
            /** @description When it opened. */
            readonly opened_at: components["schemas"]["SandboxInstant"];
            /** @description When it was resolved; null while it is open. */
            readonly resolved_at: components["schemas"]["SandboxInstant"] | null;
            /** @description How it ended; null while it is open. */
            readonly resolution: string | null;
            /** @description Its events, oldest first. */
            readonly moments: readonly components["schemas"]["IncidentMoment"][];
        };
        /**
         * Format: date-time
         * @description Instant on the sandbox clock, RFC 3339 in UTC.
         * @example 2026-11-02T15:00:00Z
         */
        readonly SandboxInstant: string;
        /** @description Why a request was not fulfilled (RFC 9457). Branch on `status` and `code`. */
        readonly SandboxProblem: {
            /**
             * Format: uri-reference
             * @description Address of a page that explains this kind of problem.
             * @example /problems/operator-only
             */
            readonly type: string;
            /** @description The kind of problem in one sentence. */
            readonly title: string;
            /** @description The HTTP status of this response. */
            readonly status: number;
            /** @description The kind of problem for programs. */
            readonly code: components["schemas"]["SandboxProblemCode"];
            /** @description Details of this occurrence, and what was expected. */
            readonly detail: string;
            /**
             * Format: uri-reference
             * @description Path of the request.
             * @example /sandbox/clock
             */
            readonly instance: string;
            /** @description Same value as the `X-Request-Id` header. */
            readonly request_id: string;
            /** @description The individual faults, if the request is invalid. */
            readonly errors?: readonly components["schemas"]["SandboxProblemError"][];
            /** @description Only with `insufficient_privilege`. The privilege that your role lacks. */
            readonly required_privilege?: components["schemas"]["Privilege"];
            /** @description The accepted methods or media types. */
            readonly allowed?: readonly string[];
            /** @description Only with `rate_limited` and `service_unavailable`. Same value as the `Retry-After` header. */
            readonly retry_after_seconds?: number;
        };
        /**
         * @description Kind of problem. Those of the service mean the same here.
         * @enum {string}
         */
        readonly SandboxProblemCode: "missing_credentials" | "invalid_operator_token" | "invalid_api_key" | "operator_only" | "operator_disabled" | "insufficient_privilege" | "whole_tenant_only" | "origin_not_allowed" | "host_not_allowed" | "invalid_parameter" | "unknown_parameter" | "malformed_json" | "malformed_request" | "not_found" | "method_not_allowed" | "not_acceptable" | "request_timeout" | "payload_too_large" | "unsupported_media_type" | "already_open" | "held_back" | "nothing_to_resolve" | "wrong_state" | "kit_disabled" | "run_in_progress" | "not_a_listener" | "no_listener" | "body_forgotten" | "nothing_attempted" | "attempt_over" | "no_attempt_waiting" | "validation_failed" | "rate_limited" | "headers_too_large" | "internal_error" | "service_unavailable" | "insufficient_storage";
        /** @description One fault in the request, in the form of the service. */
        readonly SandboxProblemError: {
            /**
             * Format: json-pointer
             * @description JSON Pointer into the request body; empty for the body as a whole.
             * @example /parameters/minutes
             */
            readonly pointer?: string;
            /** @description Name of a query or path parameter. */
            readonly parameter?: string;
            /** @description Name of a request header. */
            readonly header?: string;
            /** @description The fault. */
            readonly code: components["schemas"]["ProblemErrorCode"] | components["schemas"]["SandboxProblemErrorCode"];
            /** @description The expected and the received value. */
            readonly detail: string;
            /** @description The accepted values, if they can be listed. */
            readonly allowed?: readonly string[];
            /**
             * @description The known name closest to an unknown one.
             * @example minutes
             */
            readonly nearest?: string;
        };
        /**
         * @description The kind of fault of a value, in addition to the codes of the service.
         * @enum {string}
         */
        readonly SandboxProblemErrorCode: "unknown_connector" | "unknown_object" | "not_in_service" | "cannot_serve" | "has_no_end" | "address_not_allowed";
        /** @description A user, with a published API key. */
        readonly SandboxUser: {
            readonly tenant_id: components["schemas"]["TenantId"];
            /** @description Name of the top-level account. */
            readonly tenant_name: string;
            readonly user_id: components["schemas"]["UserId"];
            /** @description Name of the user. */
            readonly display_name: string;
            /** @description Role of the user, as in `GET /v1/portal`. */
            readonly role: string;
            readonly account_id: components["schemas"]["AccountId"];
            /** @description Name of the account of the user. */
            readonly account_name: string;
            /** @description The published API key; null in a sandbox where all keys are private. Issue one with `POST /sandbox/keys`. */
            readonly api_key: string | null;
            /**
             * @description State of the key at the sandbox time; `disabled` if the user is. Without a key, the state of a new one.
             * @enum {string}
             */
            readonly key_state: "active" | "expired" | "revoked" | "disabled";
        };
        /** @description The changes by users, in order, for a sandbox with the same seed. */
        readonly ScenarioDocument: {
            /**
             * @description Name of this format.
             * @constant
             */
            readonly format: "fleetkit-scenario/1";
            /** @description The seed of the fleets. */
            readonly seed: number;
            /** @description The version of the fleets, whose rows the facts refer to. Version 1 if it is missing. */
            readonly fleets?: number;
            /** @description The first instant of the clock. That of the sandbox if it is missing. */
            readonly start?: components["schemas"]["SandboxInstant"];
            /** @description The number of terminals of the tenant Atlas; null without that tenant. That of the sandbox if it is missing, as in the document of one tenant. */
            readonly terminals?: number | null;
            /** @description The texts of the fleet files, in order. Those of the sandbox if they are missing, as in the document of one tenant. */
            readonly fleet_files?: readonly string[];
            /** @description The tenant; null for all tenants and the clock. */
            readonly tenant_id: components["schemas"]["TenantId"] | null;
            /** @description Sandbox time of the export. */
            readonly exported_at: components["schemas"]["SandboxInstant"];
            /** @description The entries, oldest first. The facts of one entry were recorded together. */
            readonly entries: readonly components["schemas"]["ScenarioEntry"][];
        };
        /** @description The facts of one write. */
        readonly ScenarioEntry: {
            /** @description The tenant; null if it concerns the whole sandbox. */
            readonly tenant_id: components["schemas"]["TenantId"] | null;
            /** @description The facts. */
            readonly facts: readonly components["schemas"]["ScenarioFact"][];
        };
        /** @description One fact. */
        readonly ScenarioFact: {
            /**
             * @description Kind of fact.
             * @example dispute-opened
             */
            readonly type: string;
            /**
             * Format: date-time
             * @description When, on the sandbox clock.
             */
            readonly at: string;
            /** @description Further members in the server's internal format; they depend on the kind. */
            readonly content: {
                readonly [key: string]: unknown;
            };
        };
        /**
         * @description `whsec_` and the base64 of 24 to 64 bytes; by default 32 random ones.
         * @example whsec_c2FtcGxlIHNlY3JldCBvZiAzMiBieXRlcywgcmVhZCE=
         */
        readonly Secret: string;
        /** @description Information about the secrets in use, without the secrets. */
        readonly SecretState: {
            readonly fingerprint: components["schemas"]["Fingerprint"];
            /** @description Since when it signs. */
            readonly created_at: components["schemas"]["SandboxInstant"];
            /** @description Older secrets still in use, newest first. */
            readonly previous: readonly components["schemas"]["PreviousSecret"][];
        };
        /** @description The new time of the clock. */
        readonly SetClock: {
            /**
             * Format: date-time
             * @description An instant, RFC 3339, not before the current sandbox time.
             * @example 2026-11-06T22:00:00Z
             */
            readonly to: string;
        };
        /** @description The responses. */
        readonly SetInboxAnswers: {
            /** @description One per request. */
            readonly answers: readonly components["schemas"]["InboxAnswer"][];
        };
        /**
         * SettlementMismatchEvent
         * @description The figures of a settlement batch do not agree, or agree again.
         */
        readonly SettlementMismatchEvent: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "settlement_mismatch";
            /** @description When the event happened, not when it was sent. */
            readonly timestamp: components["schemas"]["EventInstant"];
            readonly api_version: components["schemas"]["EventApiVersion"];
            /**
             * @description Concerns a batch of the account.
             * @constant
             */
            readonly level: "account";
            /** @description The account that owns the subject of the event. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description Null: it does not concern a single terminal. */
            readonly terminal_id: null;
            /**
             * @description The family of the event.
             * @constant
             */
            readonly families: [
                "settlements_payouts_disputes"
            ];
            /**
             * @description High if the variance exceeds 100.00 or 0.5%, else medium.
             * @enum {unknown}
             */
            readonly severity: components["schemas"]["Severity"];
            readonly incident: components["schemas"]["EventIncident"];
            /** @description The batch. Figures as of `timestamp`. */
            readonly data: {
                /** @description The settlement batch. */
                readonly batch_id: components["schemas"]["BatchId"];
                /** @description Business date of the batch. */
                readonly business_date: components["schemas"]["EventDate"];
                /** @description Status of the batch. */
                readonly status: components["schemas"]["SettlementStatus"];
                /** @description Amount according to the ledger. */
                readonly ledger_amount: components["schemas"]["SignedMoney"];
                /** @description Amount according to the host, null if it was not compared. */
                readonly host_totals_amount: components["schemas"]["SignedMoney"] | null;
                /** @description Amount according to the terminals, null if it was not compared. */
                readonly terminal_totals_amount: components["schemas"]["SignedMoney"] | null;
                /** @description The amount that differs most, minus the ledger amount. */
                readonly variance_amount: components["schemas"]["SignedMoney"];
                /** @description Expected entries of the batch. */
                readonly expected_entry_count: components["schemas"]["EventCount"];
                /** @description Entries found. */
                readonly actual_entry_count: components["schemas"]["EventCount"];
                /** @description Terminals whose figures differ. */
                readonly variance_terminal_ids: readonly components["schemas"]["TerminalId"][];
                /**
                 * @description How it was detected. In order: deriving the batch, the confirmation of the bank, the number of entries, or a returned entry.
                 * @enum {string}
                 */
                readonly basis: "derive" | "odfi_confirmation" | "entry_count" | "return";
            };
            readonly is_test?: components["schemas"]["EventIsTest"];
        };
        /**
         * @description `derived`: computed, may still change. `held`: stopped by a variance, a risk or missing bank details. `approved`: released. `submitted`: in a file that the bank accepted. `settled`: funds moved. `partially_returned`, `returned`: some or all entries were returned; this may follow `settled`. `rejected`: rejected by the bank. `canceled`: withdrawn before submission.
         * @enum {string}
         */
        readonly SettlementStatus: "derived" | "held" | "approved" | "submitted" | "settled" | "partially_returned" | "returned" | "rejected" | "canceled";
        /**
         * @description How urgent an alert is.
         * @enum {string}
         */
        readonly Severity: "low" | "medium" | "high" | "critical";
        /** @description A code for one exchange. */
        readonly SignInCode: {
            /** @description The code. */
            readonly code: string;
            /**
             * Format: date-time
             * @description When it expires, in real time.
             */
            readonly expires_at: string;
        };
        /**
         * @description Rating of the reference signal power: `excellent` from -90 dBm, `good` from -100, `fair` from -110, `poor` below.
         * @enum {string}
         */
        readonly SignalQuality: "excellent" | "good" | "fair" | "poor";
        /** @description The operator's token. */
        readonly SignedIn: {
            /** @description Sent as `Authorization: Bearer`. */
            readonly operator_token: string;
        };
        /**
         * @description Like `Money`, but may be negative. Zero has no sign.
         * @example -83.00
         */
        readonly SignedMoney: string;
        /** @description The target of a run, its keys and its depth. */
        readonly StartConformanceRun: {
            /**
             * Format: uri
             * @description Base URL of the service, such as `https://portal.example` for `https://portal.example/v1/portal`. Default: this sandbox.
             */
            readonly target?: string;
            /** @description API keys of the target, each with a name for the report. Two keys with different scopes allow most checks. */
            readonly keys: readonly components["schemas"]["ConformanceKey"][];
            /** @description How many of several similar cases to test. Default: `standard`. */
            readonly depth?: components["schemas"]["ConformanceDepth"];
            /** @description Whether checks may send requests that change data. Default: false. */
            readonly allow_writes?: boolean;
        };
        /**
         * @description The receiver that the kit checks, and its secret.
         * @example {
         *       "url": "http://127.0.0.1:3000/hooks",
         *       "secret": "whsec_c2FtcGxlIHNlY3JldCBvZiAzMiBieXRlcywgcmVhZCE="
         *     }
         */
        readonly StartReceiverCheck: {
            /**
             * Format: uri
             * @description URL of the receiver, without a query, such as `http://127.0.0.1:3000/hooks`.
             */
            readonly url: string;
            /** @description The secret with which the receiver verifies signatures. It is kept only for the run. */
            readonly secret: string;
        };
        /** @description Position of this page. */
        readonly StreamPage: {
            /** @description The limit that was applied. */
            readonly limit: number;
            /** @description Number of rows in `data`. */
            readonly returned: number;
            /** @description Whether there are more events or incidents now. */
            readonly has_more: boolean;
            /** @description Cursor to the next page; null on the last one. */
            readonly next_cursor: string | null;
            /** @description Cursor to what follows this page, now or later. */
            readonly poll_cursor: string;
        };
        /** @description A subscription of a destination. */
        readonly Subscription: {
            readonly subscription_id: components["schemas"]["SubscriptionId"];
            /**
             * @description The events of an account and all below it, or of one terminal.
             * @enum {string}
             */
            readonly level: "account" | "terminal";
            /** @description The account; at terminal level, the one that the terminal belongs to. */
            readonly account_id: components["schemas"]["AccountId"];
            /** @description The terminal; null at account level. */
            readonly terminal_id: components["schemas"]["TerminalId"] | null;
            readonly types: components["schemas"]["EventTypes"];
            readonly states: components["schemas"]["IncidentStates"];
            /** @description The start of the subscription. Earlier events are not sent. */
            readonly created_at: components["schemas"]["SandboxInstant"];
        };
        /** @description Id of a subscription. */
        readonly SubscriptionId: string;
        /** @description Whether to switch it on. */
        readonly SwitchMisbehaviour: {
            /** @description True to break the contract. */
            readonly is_on: boolean;
        };
        /**
         * @description A tenant, identified by its top-level account.
         * @example acct_northway
         */
        readonly TenantId: string;
        /**
         * @description Terminal identifier, equal to the TID that the terminal sends to the processor.
         * @example NW104233
         */
        readonly TerminalId: string;
        /** @description The sample to send, or the body to send instead. */
        readonly TestDestination: {
            /** @description The event type. Default: the first type of a subscription, or `cash_low`. */
            readonly type?: components["schemas"]["DeliveredEventType"];
            /** @description The terminal in the sample. */
            readonly terminal_id?: components["schemas"]["TerminalId"];
            /** @description The body to send instead of a sample, as compact JSON. Not with `type` or `terminal_id`. */
            readonly body?: {
                readonly [key: string]: unknown;
            };
        };
        /** @description The result. */
        readonly TestedDestination: {
            /**
             * @description In order: accepted with 2xx; another response; no response; not sent, because the address is not allowed.
             * @enum {string}
             */
            readonly verdict: "delivered" | "refused" | "no_answer" | "not_allowed";
            /** @description The meaning of the response and what to check, most likely cause first. */
            readonly hints: readonly string[];
            readonly delivery: components["schemas"]["DeliveryDetail"];
        };
        /**
         * @description Transaction identifier, unique across terminals and days (`seq_no` is not).
         * @example txn_01K8Z6Q4T9N3V5B7C2D8F0G1HJ
         */
        readonly TransactionId: string;
        /** @description The outcome, and the object. */
        readonly TriggerOutcome: {
            readonly outcome: components["schemas"]["OutcomeName"];
            /** @description Id of a dispute, batch, command or provisioning job in your scope. By default the latest suitable one. */
            readonly id?: components["schemas"]["OpaqueId"];
            /** @description A terminal in your scope. Its objects are considered, or the new object belongs to it. */
            readonly terminal_id?: components["schemas"]["OpaqueId"];
            /** @description An account in your scope, for batches. Only its batches are considered. */
            readonly account_id?: components["schemas"]["OpaqueId"];
            /** @description Parameters of the outcome. `GET /sandbox/outcomes` lists the members of each outcome, with their defaults. */
            readonly parameters?: {
                readonly [key: string]: unknown;
            };
            /** @description Whether to return what would change without changing it. Default: `false`. */
            readonly dry_run?: boolean;
        };
        /** @description The change and its effect. */
        readonly TriggeredOutcome: {
            readonly outcome: components["schemas"]["OutcomeName"];
            /** @description Whether this was a dry run. */
            readonly dry_run: boolean;
            /** @description The tenant of the object. */
            readonly tenant_id: components["schemas"]["TenantId"];
            readonly subject: components["schemas"]["OutcomeSubject"];
            /** @description Id of the object; that of a new object is valid when the clock reaches it. */
            readonly id: components["schemas"]["OpaqueId"];
            /** @description State of the object at `happens_at`. */
            readonly state: string;
            /** @description The changes. */
            readonly causes: readonly components["schemas"]["InjectedCause"][];
            /** @description How far the clock has to move until the object has the outcome. */
            readonly happens_after_seconds: number;
            /** @description The sandbox time at which the object has the outcome. */
            readonly happens_at: components["schemas"]["SandboxInstant"];
        };
        /**
         * @description User identifier.
         * @example usr_nw_admin
         */
        readonly UserId: string;
        /** @description All users. */
        readonly UserList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description One entry per API key, or per user without published keys. */
            readonly data: readonly components["schemas"]["SandboxUser"][];
        };
        /** @description One of the webhook events, as subscribers receive it. */
        readonly WebhookEvent: components["schemas"]["HeartbeatStaleEvent"] | components["schemas"]["ProcessorOutageEvent"] | components["schemas"]["CommunicationFlappingEvent"] | components["schemas"]["CashLowEvent"] | components["schemas"]["CashOutEvent"] | components["schemas"]["DispenserFaultEvent"] | components["schemas"]["ComplianceExpirationEvent"] | components["schemas"]["LocationRiskChangeEvent"] | components["schemas"]["DeclineSpikeEvent"] | components["schemas"]["ApprovalRateDropEvent"] | components["schemas"]["ReversalSpikeEvent"] | components["schemas"]["HighDeclineVelocityEvent"] | components["schemas"]["RepeatedSameCardAttemptEvent"] | components["schemas"]["CommandFailedEvent"] | components["schemas"]["ProvisioningFailedEvent"] | components["schemas"]["SettlementMismatchEvent"];
        /** @description An isolated world. */
        readonly Workspace: {
            /**
             * @description Its id.
             * @example ws_7d2k9x0q4m1c
             */
            readonly workspace_id: string;
            /** @description Its name. */
            readonly name: string;
            /** @description The seed of its fleets. */
            readonly seed: number;
            /** @description The start of its clock. */
            readonly start: components["schemas"]["SandboxInstant"];
            /** @description The number of terminals of its tenant Atlas; null without that tenant. */
            readonly terminals: number | null;
            /** @description An optional prefix of paths. It selects the workspace for requests without a key. */
            readonly base_path: string;
            /**
             * Format: date-time
             * @description When it was created, on the real clock.
             */
            readonly created_at: string;
            /** @description When it is deleted, on the real clock; null if it is kept. */
            readonly expires_at: string | null;
            /** @description The world that it is a fork of: a workspace, or `main` for that of the server; null for a new world. */
            readonly forked_from: string | null;
            /** @description The instant of the sandbox clock at which it was forked; null for a new world. */
            readonly forked_at: components["schemas"]["SandboxInstant"] | null;
        };
        /** @description A workspace with its quotas. */
        readonly WorkspaceDetails: {
            /**
             * @description Its id.
             * @example ws_7d2k9x0q4m1c
             */
            readonly workspace_id: string;
            /** @description Its name. */
            readonly name: string;
            /** @description The seed of its fleets. */
            readonly seed: number;
            /** @description The start of its clock. */
            readonly start: components["schemas"]["SandboxInstant"];
            /** @description The number of terminals of its tenant Atlas; null without that tenant. */
            readonly terminals: number | null;
            /** @description An optional prefix of paths. It selects the workspace for requests without a key. */
            readonly base_path: string;
            /**
             * Format: date-time
             * @description When it was created, on the real clock.
             */
            readonly created_at: string;
            /** @description When it is deleted, on the real clock; null if it is kept. */
            readonly expires_at: string | null;
            /** @description The world that it is a fork of: a workspace, or `main` for that of the server; null for a new world. */
            readonly forked_from: string | null;
            /** @description The instant of the sandbox clock at which it was forked; null for a new world. */
            readonly forked_at: components["schemas"]["SandboxInstant"] | null;
            /** @description Its quotas. */
            readonly quotas: readonly components["schemas"]["QuotaUsage"][];
        };
        /** @description The key of a user of the workspace. */
        readonly WorkspaceKey: {
            /** @description The tenant. */
            readonly tenant_id: components["schemas"]["OpaqueId"];
            /** @description The user. */
            readonly user_id: components["schemas"]["OpaqueId"];
            /** @description The name of the user. */
            readonly display_name: string;
            /** @description The role of the user. */
            readonly role: components["schemas"]["Role"];
            /** @description The id of the key. */
            readonly key_id: string;
            /** @description The key for the header `X-API-Key`. */
            readonly api_key: string;
        };
        /** @description A page of workspaces. */
        readonly WorkspaceList: {
            /**
             * @description Always `list`.
             * @constant
             */
            readonly object: "list";
            /** @description The workspaces, newest first. */
            readonly data: readonly components["schemas"]["Workspace"][];
            /** @description How to get the next page. */
            readonly page: components["schemas"]["Page"];
        };
    };
    responses: {
        /** @description A parameter is invalid or unknown (`invalid_parameter`, `unknown_parameter`), or the request is not valid HTTP (`malformed_request`). */
        readonly BadRequest: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["SandboxProblem"];
            };
        };
        /** @description A parameter is unknown (`unknown_parameter`), the body is not a JSON object (`malformed_json`), or the request is not valid HTTP (`malformed_request`). */
        readonly BadWriteRequest: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["SandboxProblem"];
            };
        };
        /** @description As for other operations of the operator (`operator_only`, `operator_disabled`, `origin_not_allowed`, `host_not_allowed`); or this server allows no runs of the kit (`kit_disabled`). */
        readonly ConformanceForbidden: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["SandboxProblem"];
            };
        };
        /** @description A run of this world is in progress, or the server runs as many as it allows for all worlds. Code `run_in_progress`. */
        readonly ConformanceRunStands: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["SandboxProblem"];
            };
        };
        /** @description The current state does not allow it: the destination is not a listener (`not_a_listener`), no listener is connected (`no_listener`), the request body has expired (`body_forgotten`), there was no attempt yet (`nothing_attempted`), or the attempt has ended (`attempt_over`). */
        readonly DestinationStands: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["SandboxProblem"];
            };
        };
        /** @description Only the operator may use the operation (`operator_only`); this sandbox has no operator, and `detail` states how to set one up (`operator_disabled`); your role may not manage the configuration (`insufficient_privilege`); your account is not the top-level account of the tenant (`whole_tenant_only`); or the origin or host of the request is not allowed (`origin_not_allowed`, `host_not_allowed`). */
        readonly Forbidden: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["SandboxProblem"];
            };
        };
        /** @description The request line, one header or all headers together are longer than the server reads. Code `headers_too_large`. */
        readonly HeadersTooLarge: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["SandboxProblem"];
            };
        };
        /** @description The server cannot store the change because its disk is full or read-only. Nothing was recorded. Code `insufficient_storage`. */
        readonly InsufficientStorage: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["SandboxProblem"];
            };
        };
        /** @description The server failed. Code `internal_error`. */
        readonly InternalError: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["SandboxProblem"];
            };
        };
        /** @description The path does not support the method; `Allow` lists those it supports. Code `method_not_allowed`. */
        readonly MethodNotAllowed: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly Allow: components["headers"]["Allow"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["SandboxProblem"];
            };
        };
        /** @description No attempt is scheduled on the sandbox clock. Code `no_attempt_waiting`. */
        readonly NoAttemptWaiting: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["SandboxProblem"];
            };
        };
        /** @description `Accept` excludes JSON. Code `not_acceptable`. */
        readonly NotAcceptable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["SandboxProblem"];
            };
        };
        /** @description The object does not exist. Code `not_found`. */
        readonly NotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["SandboxProblem"];
            };
        };
        /** @description The body is larger than the operation accepts. Code `payload_too_large`. */
        readonly PayloadTooLarge: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["SandboxProblem"];
            };
        };
        /** @description The request took too long to arrive, and the server closes the connection. Code `request_timeout`. */
        readonly RequestTimeout: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["SandboxProblem"];
            };
        };
        /** @description The database of the sandbox cannot be reached at present. A write was not recorded, unless `detail` states that this is not known. Code `service_unavailable`. */
        readonly ServiceUnavailable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["SandboxProblem"];
            };
        };
        /** @description The current state does not allow it: the incident is already open (`already_open`), another incident must be resolved first (`held_back`), or there is no incident to resolve (`nothing_to_resolve`). */
        readonly StandsInTheWay: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["SandboxProblem"];
            };
        };
        /** @description Too many requests by this caller or from this address, in the present minute or at the same time. `detail` names the quota. Code `rate_limited`. */
        readonly TooManyRequests: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["SandboxProblem"];
            };
        };
        /** @description No credentials (`missing_credentials`), or an invalid token or key (`invalid_operator_token`, `invalid_api_key`). */
        readonly Unauthorized: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["SandboxProblem"];
            };
        };
        /** @description The body is JSON but breaks a rule; `errors` has one entry for each fault. Code `validation_failed`. */
        readonly Unprocessable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["SandboxProblem"];
            };
        };
        /** @description The body is not `application/json`. Code `unsupported_media_type`. */
        readonly UnsupportedMediaType: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["SandboxProblem"];
            };
        };
        /** @description The object has another state than the outcome needs, or no object in your scope has such a state. Code `wrong_state`; `detail` names the present state and the needed ones. */
        readonly WrongState: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["SandboxProblem"];
            };
        };
    };
    parameters: {
        /** @description The `page.next_cursor` or `page.poll_cursor` of the previous page. It stays valid until a reset. */
        readonly AfterCursor: string;
        /**
         * @description Id of the run.
         * @example run_5f0c2b7d9e4a1c3b8d6f0a2e
         */
        readonly ConformanceRunIdPath: components["schemas"]["OpaqueId"];
        /**
         * @description Id of the delivery.
         * @example dlv_01M6ECCFC0WZYJM4FKVQYNQNER
         */
        readonly DeliveryIdPath: components["schemas"]["OpaqueId"];
        /**
         * @description Returns only deliveries of events, or only samples.
         * @example sample
         */
        readonly DeliveryOriginQuery: "event" | "sample";
        /**
         * @description Returns only deliveries in this state.
         * @example exhausted
         */
        readonly DeliveryStateQuery: "pending" | "sending" | "delivered" | "exhausted" | "skipped";
        /**
         * @description Id of the destination.
         * @example dst_01M6ECCFC0WZYJM4FKVQYNQNER
         */
        readonly DestinationIdPath: components["schemas"]["OpaqueId"];
        /**
         * @description Returns only this destination.
         * @example dst_01M6ECCFC0WZYJM4FKVQYNQNER
         */
        readonly DestinationIdQuery: components["schemas"]["OpaqueId"];
        /**
         * @description Returns only this event.
         * @example evt_01M6ECCFC0WZYJM4FKVQYNQNER
         */
        readonly EventIdQuery: components["schemas"]["OpaqueId"];
        /**
         * @description Returns only events of this type, or of the types that match a pattern such as `cash_*`.
         * @example cash_low
         */
        readonly EventTypeQuery: components["schemas"]["EventTypePattern"];
        /**
         * @description Returns only exchanges with this method, in capitals.
         * @example POST
         */
        readonly ExchangeMethodQuery: string;
        /**
         * @description Returns only exchanges of this operation.
         * @example createDispute
         */
        readonly ExchangeOperationQuery: components["schemas"]["OpaqueId"];
        /**
         * @description Returns only exchanges with this status.
         * @example 201
         */
        readonly ExchangeStatusQuery: number;
        /**
         * @description Id of the fault rule.
         * @example flt_1
         */
        readonly FaultIdPath: components["schemas"]["OpaqueId"];
        /**
         * @description The last segment of the inbox's address.
         * @example q7Zb1-8tXw2LfD0sVnKc4A
         */
        readonly InboxTokenPath: components["schemas"]["OpaqueId"];
        /**
         * @description Returns only deliveries about this incident.
         * @example inc_01M6ECCFC0WZYJM4FKVQYNQNER
         */
        readonly IncidentIdQuery: components["schemas"]["OpaqueId"];
        /**
         * @description Returns only open or only resolved incidents.
         * @example open
         */
        readonly IsOpenQuery: "open" | "resolved";
        /**
         * @description Id of the key.
         * @example key_3k9v0q2m
         */
        readonly KeyIdPath: components["schemas"]["OpaqueId"];
        /**
         * @description Maximum number of rows to return, 1 to 500. Other values are rejected, not adjusted.
         * @example 25
         */
        readonly Limit: number;
        /**
         * @description The name of the misbehaviour.
         * @example limit_off_by_one
         */
        readonly MisbehaviourNamePath: components["schemas"]["OpaqueId"];
        /**
         * @description Returns only events at or after this instant of the sandbox clock.
         * @example 2026-11-02T12:00:00Z
         */
        readonly SinceQuery: string;
        /**
         * @description Returns only deliveries whose latest attempt got such a status. `2xx` includes only complete responses; `none` means no valid response, or an incomplete one with 2xx.
         * @example 5xx
         */
        readonly StatusClassQuery: "2xx" | "3xx" | "4xx" | "5xx" | "none";
        /**
         * @description Id of the subscription.
         * @example sub_01M6ECCFC0WZYJM4FKVQYNQNER
         */
        readonly SubscriptionIdPath: components["schemas"]["OpaqueId"];
        /**
         * @description Returns only this terminal.
         * @example NW104233
         */
        readonly TerminalIdQuery: components["schemas"]["OpaqueId"];
        /**
         * @description Returns only events before this instant of the sandbox clock.
         * @example 2026-11-02T15:00:00Z
         */
        readonly UntilQuery: string;
        /**
         * @description Id of the workspace.
         * @example ws_7d2k9x0q4m1c
         */
        readonly WorkspaceIdPath: components["schemas"]["OpaqueId"];
    };
    requestBodies: never;
    headers: {
        /**
         * @description Methods that the path supports.
         * @example GET, HEAD, OPTIONS
         */
        readonly Allow: string;
        /**
         * @description Whether and how long a cache may store this response. Responses that need a key are private and must be revalidated.
         * @example private, no-cache
         */
        readonly "Cache-Control": string;
        /**
         * @description Seconds to wait before the next attempt.
         * @example 12
         */
        readonly "Retry-After": number;
        /**
         * @description How to authenticate.
         * @example ApiKey realm="portal"
         */
        readonly "WWW-Authenticate": string;
        /**
         * @description Identifies this exchange in the server's log.
         * @example req_01K8Z8G2H4J6K8M0N2P4Q6R8ST
         */
        readonly "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly getClock: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The clock. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "now": "2026-11-02T15:00:00Z",
                     *       "state": "frozen",
                     *       "speed": null,
                     *       "started_at": "2026-11-02T15:00:00Z",
                     *       "latest_at": "2027-11-02T15:00:00Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["SandboxClock"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly advanceClock: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description How far to move the clock. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "by": "PT2H30M"
                 *     }
                 */
                readonly "application/json": components["schemas"]["AdvanceClock"];
            };
        };
        readonly responses: {
            /** @description The clock after the operation. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "now": "2026-11-02T17:00:00Z",
                     *       "state": "frozen",
                     *       "speed": null,
                     *       "started_at": "2026-11-02T15:00:00Z",
                     *       "latest_at": "2027-11-02T17:00:00Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["SandboxClock"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 409: components["responses"]["NoAttemptWaiting"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly setClock: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The instant. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "to": "2026-11-06T22:00:00Z"
                 *     }
                 */
                readonly "application/json": components["schemas"]["SetClock"];
            };
        };
        readonly responses: {
            /** @description The clock after the operation. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "now": "2026-11-03T15:00:00Z",
                     *       "state": "frozen",
                     *       "speed": null,
                     *       "started_at": "2026-11-02T15:00:00Z",
                     *       "latest_at": "2027-11-03T15:00:00Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["SandboxClock"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly runClock: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The speed. */
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "speed": 60
                 *     }
                 */
                readonly "application/json": components["schemas"]["RunClock"];
            };
        };
        readonly responses: {
            /** @description The clock after the operation. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "now": "2026-11-02T17:00:00Z",
                     *       "state": "running",
                     *       "speed": 60,
                     *       "started_at": "2026-11-02T15:00:00Z",
                     *       "latest_at": "2027-11-02T17:00:00Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["SandboxClock"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly freezeClock: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description No content. */
        readonly requestBody?: {
            readonly content: {
                /** @example {} */
                readonly "application/json": components["schemas"]["FreezeClock"];
            };
        };
        readonly responses: {
            /** @description The clock after the operation. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "now": "2026-11-02T17:00:00Z",
                     *       "state": "frozen",
                     *       "speed": null,
                     *       "started_at": "2026-11-02T15:00:00Z",
                     *       "latest_at": "2027-11-02T17:00:00Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["SandboxClock"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly resetSandbox: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The tenant to reset. Optional for a user, who can only reset its own tenant. */
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "tenant_id": "acct_northway"
                 *     }
                 */
                readonly "application/json": components["schemas"]["ResetRequest"];
            };
        };
        readonly responses: {
            /** @description The result of the reset. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tenant_id": null,
                     *       "now": "2026-11-02T15:00:00Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ResetResult"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly exportJournal: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The document. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "format": "fleetkit-scenario/1",
                     *       "seed": 1,
                     *       "start": "2026-11-02T15:00:00Z",
                     *       "fleets": 2,
                     *       "terminals": null,
                     *       "fleet_files": [],
                     *       "tenant_id": null,
                     *       "exported_at": "2026-11-02T17:00:00Z",
                     *       "entries": [
                     *         {
                     *           "tenant_id": "acct_northway",
                     *           "facts": [
                     *             {
                     *               "type": "cause-injected",
                     *               "at": "2026-11-02T15:00:00Z",
                     *               "content": {
                     *                 "userId": null,
                     *                 "cause": {
                     *                   "causeId": "cau_01M6ECCFC0FG1H116P9HGX8PMC",
                     *                   "atMs": 1793631601000,
                     *                   "terminalId": "NW104233",
                     *                   "type": "notes_removed",
                     *                   "position": "all",
                     *                   "notesLeft": 0
                     *                 }
                     *               }
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "tenant_id": null,
                     *           "facts": [
                     *             {
                     *               "type": "clock-set",
                     *               "at": "2026-11-02T15:00:00Z",
                     *               "content": {
                     *                 "toMs": 1793638800000
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ScenarioDocument"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly importJournal: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description A document in the form of the export. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "format": "fleetkit-scenario/1",
                 *       "seed": 1,
                 *       "fleets": 2,
                 *       "tenant_id": "acct_northway",
                 *       "exported_at": "2026-11-02T15:00:00Z",
                 *       "entries": []
                 *     }
                 */
                readonly "application/json": components["schemas"]["ScenarioDocument"];
            };
        };
        readonly responses: {
            /** @description The result of the import. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tenant_id": null,
                     *       "entry_count": 2,
                     *       "fact_count": 2,
                     *       "now": "2026-11-02T17:00:00Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ImportResult"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly listJournalEntries: {
        readonly parameters: {
            readonly query?: {
                /** @description The `page.next_cursor` or `page.poll_cursor` of the previous page. It stays valid until a reset. */
                readonly cursor?: components["parameters"]["AfterCursor"];
                /**
                 * @description Maximum number of rows to return, 1 to 500. Other values are rejected, not adjusted.
                 * @example 25
                 */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of entries. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "position": 5,
                     *           "at": "2026-11-02T15:00:00Z",
                     *           "tenant_id": "acct_northway",
                     *           "user_id": null,
                     *           "changes": [
                     *             {
                     *               "type": "cause-injected",
                     *               "summary": "NW104233: Notes are removed from every cassette: 0 are left in each."
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "position": 6,
                     *           "at": "2026-11-02T17:00:00Z",
                     *           "tenant_id": null,
                     *           "user_id": null,
                     *           "changes": [
                     *             {
                     *               "type": "clock-set",
                     *               "summary": "The clock is set to 2026-11-02T17:00:00Z."
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "page": {
                     *         "limit": 2,
                     *         "returned": 2,
                     *         "has_more": false,
                     *         "next_cursor": null,
                     *         "poll_cursor": "WzAsMCw2LCIiXQ"
                     *       },
                     *       "first_position": 0
                     *     }
                     */
                    readonly "application/json": components["schemas"]["JournalEntryList"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listProvokables: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The events. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "event_type": "heartbeat_stale",
                     *           "kind": "incident",
                     *           "levels": [
                     *             "account",
                     *             "terminal"
                     *           ],
                     *           "families": [
                     *             "account_fleet_snapshot",
                     *             "terminals_locations_telemetry"
                     *           ],
                     *           "about": "terminal",
                     *           "takes": [
                     *             "terminal_id"
                     *           ],
                     *           "can_resolve": true,
                     *           "usually_within_seconds": 900,
                     *           "parameters": {
                     *             "type": "object",
                     *             "properties": {
                     *               "minutes": {
                     *                 "type": "integer",
                     *                 "minimum": 1,
                     *                 "maximum": 43200,
                     *                 "description": "How long the line stays cut. Default: until it is restored."
                     *               }
                     *             },
                     *             "required": [],
                     *             "additionalProperties": false
                     *           }
                     *         },
                     *         {
                     *           "event_type": "processor_outage",
                     *           "kind": "incident",
                     *           "levels": [
                     *             "account"
                     *           ],
                     *           "families": [
                     *             "account_fleet_snapshot"
                     *           ],
                     *           "about": "connector",
                     *           "takes": [
                     *             "connector_id",
                     *             "terminal_id"
                     *           ],
                     *           "can_resolve": true,
                     *           "usually_within_seconds": 300,
                     *           "parameters": {
                     *             "type": "object",
                     *             "properties": {
                     *               "minutes": {
                     *                 "type": "integer",
                     *                 "minimum": 4,
                     *                 "maximum": 10080,
                     *                 "description": "How long it is down. Default: until it is restored."
                     *               }
                     *             },
                     *             "required": [],
                     *             "additionalProperties": false
                     *           }
                     *         }
                     *       ],
                     *       "injected": []
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ProvokableList"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly provokeEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The event, and where to trigger it. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "event_type": "cash_low",
                 *       "terminal_id": "NW104310",
                 *       "parameters": {
                 *         "cassette": "A",
                 *         "notes_left": 60
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["ProvokeEvent"];
            };
        };
        readonly responses: {
            /** @description The changes, and when the event happens. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event_type": "cash_out",
                     *       "resolve": false,
                     *       "dry_run": false,
                     *       "tenant_id": "acct_northway",
                     *       "causes": [
                     *         {
                     *           "cause_id": "cau_01M6ECCFC0FG1H116P9HGX8PMC",
                     *           "kind": "notes_removed",
                     *           "at": "2026-11-02T15:00:01Z",
                     *           "terminal_id": "NW104233",
                     *           "connector_id": null,
                     *           "account_id": null,
                     *           "summary": "Notes are removed from every cassette: 0 are left in each."
                     *         }
                     *       ],
                     *       "happens_after_seconds": 60,
                     *       "happens_at": "2026-11-02T15:01:00Z",
                     *       "incident_id": "inc_00000000000000000000000010",
                     *       "event_id": null,
                     *       "ends": [],
                     *       "follow_up": null
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ProvokedEvent"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 409: components["responses"]["StandsInTheWay"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly listOutcomes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The outcomes. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "outcome": "dispute_won",
                     *           "subject": "dispute",
                     *           "summary": "The dispute is resolved as denied: the journal proves that the cash was dispensed.",
                     *           "takes": [
                     *             "id",
                     *             "terminal_id"
                     *           ],
                     *           "needs_state": [
                     *             "open",
                     *             "evidence_requested"
                     *           ],
                     *           "usually_within_seconds": 60,
                     *           "parameters": {
                     *             "type": "object",
                     *             "properties": {},
                     *             "required": [],
                     *             "additionalProperties": false
                     *           }
                     *         },
                     *         {
                     *           "outcome": "dispute_lost",
                     *           "subject": "dispute",
                     *           "summary": "The dispute is resolved as upheld: the operator is charged its whole amount.",
                     *           "takes": [
                     *             "id",
                     *             "terminal_id"
                     *           ],
                     *           "needs_state": [
                     *             "open",
                     *             "evidence_requested"
                     *           ],
                     *           "usually_within_seconds": 60,
                     *           "parameters": {
                     *             "type": "object",
                     *             "properties": {},
                     *             "required": [],
                     *             "additionalProperties": false
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["OutcomeList"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly triggerOutcome: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The outcome, and the object. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "outcome": "dispute_partly_won",
                 *       "terminal_id": "NW104233",
                 *       "parameters": {
                 *         "adjusted_cents": 2000
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["TriggerOutcome"];
            };
        };
        readonly responses: {
            /** @description The change, and when the object has the outcome. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "outcome": "dispute_won",
                     *       "dry_run": true,
                     *       "tenant_id": "acct_northway",
                     *       "subject": "dispute",
                     *       "id": "dsp_01M6EA4AS0MCMF167SW7GFF5A8",
                     *       "state": "resolved",
                     *       "causes": [
                     *         {
                     *           "cause_id": "cau_01M6EK86M023K1FPAM6V5TNB91",
                     *           "kind": "dispute_decided",
                     *           "at": "2026-11-02T17:00:01Z",
                     *           "terminal_id": "NW100420",
                     *           "connector_id": null,
                     *           "account_id": null,
                     *           "summary": "The dispute dsp_01M6EA4AS0MCMF167SW7GFF5A8 is resolved: denied, with 0.00 charged to the operator."
                     *         }
                     *       ],
                     *       "happens_after_seconds": 1,
                     *       "happens_at": "2026-11-02T17:00:01Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["TriggeredOutcome"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 409: components["responses"]["WrongState"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly listDestinations: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The destinations. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "destination_id": "dst_01M6ECCFC047R9B330QDTAKFPR",
                     *           "tenant_id": "acct_northway",
                     *           "account_id": "acct_northway",
                     *           "name": "Order service, staging",
                     *           "kind": "inbox",
                     *           "url": "https://sandbox.example/sandbox/inbox/0000000000000000000300",
                     *           "url_advice": null,
                     *           "header_names": [],
                     *           "retry_profile": "standard",
                     *           "status": "enabled",
                     *           "disabled_reason": null,
                     *           "secret": {
                     *             "fingerprint": "00000350",
                     *             "created_at": "2026-11-02T15:00:00Z",
                     *             "previous": []
                     *           },
                     *           "subscriptions": [
                     *             {
                     *               "subscription_id": "sub_01M6ECCFC05HDYFQ1Z94JPDDHE",
                     *               "level": "account",
                     *               "account_id": "acct_northway",
                     *               "terminal_id": null,
                     *               "types": null,
                     *               "states": null,
                     *               "created_at": "2026-11-02T15:00:00Z"
                     *             },
                     *             {
                     *               "subscription_id": "sub_01M6ECCFC01DZGZEK3X4AX22TQ",
                     *               "level": "terminal",
                     *               "account_id": "acct_northway",
                     *               "terminal_id": "NW104233",
                     *               "types": [
                     *                 "cash_out"
                     *               ],
                     *               "states": [
                     *                 "triggered"
                     *               ],
                     *               "created_at": "2026-11-02T15:00:00Z"
                     *             }
                     *           ],
                     *           "health": {
                     *             "failing_since": null,
                     *             "last_success_at": "2026-11-02T16:27:00Z",
                     *             "last_error": null
                     *           },
                     *           "created_at": "2026-11-02T15:00:00Z",
                     *           "changed_at": "2026-11-02T17:00:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["DestinationList"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly createDestination: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The destination and its events. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "url": "http://127.0.0.1:3000/hooks",
                 *       "subscriptions": [
                 *         {
                 *           "types": [
                 *             "cash_low",
                 *             "cash_out"
                 *           ]
                 *         },
                 *         {
                 *           "terminal_id": "NW104310"
                 *         }
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["CreateDestination"];
            };
        };
        readonly responses: {
            /** @description The destination and its secret. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "destination": {
                     *         "destination_id": "dst_01M6ECCFC047R9B330QDTAKFPR",
                     *         "tenant_id": "acct_northway",
                     *         "account_id": "acct_northway",
                     *         "name": "Order service",
                     *         "kind": "inbox",
                     *         "url": "https://sandbox.example/sandbox/inbox/0000000000000000000300",
                     *         "url_advice": null,
                     *         "header_names": [],
                     *         "retry_profile": "standard",
                     *         "status": "enabled",
                     *         "disabled_reason": null,
                     *         "secret": {
                     *           "fingerprint": "00000350",
                     *           "created_at": "2026-11-02T15:00:00Z",
                     *           "previous": []
                     *         },
                     *         "subscriptions": [
                     *           {
                     *             "subscription_id": "sub_01M6ECCFC05HDYFQ1Z94JPDDHE",
                     *             "level": "account",
                     *             "account_id": "acct_northway",
                     *             "terminal_id": null,
                     *             "types": null,
                     *             "states": null,
                     *             "created_at": "2026-11-02T15:00:00Z"
                     *           }
                     *         ],
                     *         "health": {
                     *           "failing_since": null,
                     *           "last_success_at": null,
                     *           "last_error": null
                     *         },
                     *         "created_at": "2026-11-02T15:00:00Z",
                     *         "changed_at": "2026-11-02T15:00:00Z"
                     *       },
                     *       "secret": "whsec_0000000000000000000000000000000000000000280="
                     *     }
                     */
                    readonly "application/json": components["schemas"]["CreatedDestination"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly getDestination: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the destination.
                 * @example dst_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly destination_id: components["parameters"]["DestinationIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The destination. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "destination_id": "dst_01M6ECCFC047R9B330QDTAKFPR",
                     *       "tenant_id": "acct_northway",
                     *       "account_id": "acct_northway",
                     *       "name": "Order service, staging",
                     *       "kind": "inbox",
                     *       "url": "https://sandbox.example/sandbox/inbox/0000000000000000000300",
                     *       "url_advice": null,
                     *       "header_names": [],
                     *       "retry_profile": "standard",
                     *       "status": "enabled",
                     *       "disabled_reason": null,
                     *       "secret": {
                     *         "fingerprint": "00000350",
                     *         "created_at": "2026-11-02T15:00:00Z",
                     *         "previous": []
                     *       },
                     *       "subscriptions": [
                     *         {
                     *           "subscription_id": "sub_01M6ECCFC05HDYFQ1Z94JPDDHE",
                     *           "level": "account",
                     *           "account_id": "acct_northway",
                     *           "terminal_id": null,
                     *           "types": null,
                     *           "states": null,
                     *           "created_at": "2026-11-02T15:00:00Z"
                     *         },
                     *         {
                     *           "subscription_id": "sub_01M6ECCFC01DZGZEK3X4AX22TQ",
                     *           "level": "terminal",
                     *           "account_id": "acct_northway",
                     *           "terminal_id": "NW104233",
                     *           "types": [
                     *             "cash_out"
                     *           ],
                     *           "states": [
                     *             "triggered"
                     *           ],
                     *           "created_at": "2026-11-02T15:00:00Z"
                     *         }
                     *       ],
                     *       "health": {
                     *         "failing_since": null,
                     *         "last_success_at": "2026-11-02T16:27:00Z",
                     *         "last_error": null
                     *       },
                     *       "created_at": "2026-11-02T15:00:00Z",
                     *       "changed_at": "2026-11-02T17:00:00Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Destination"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly deleteDestination: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the destination.
                 * @example dst_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly destination_id: components["parameters"]["DestinationIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The deleted object. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dst_01M6ECCFC047R9B330QDTAKFPR",
                     *       "deleted": true
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Deleted"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly changeDestination: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the destination.
                 * @example dst_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly destination_id: components["parameters"]["DestinationIdPath"];
            };
            readonly cookie?: never;
        };
        /** @description The members to change. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "Night shift",
                 *       "retry_profile": "fast"
                 *     }
                 */
                readonly "application/json": components["schemas"]["ChangeDestination"];
            };
        };
        readonly responses: {
            /** @description The destination. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "destination_id": "dst_01M6ECCFC047R9B330QDTAKFPR",
                     *       "tenant_id": "acct_northway",
                     *       "account_id": "acct_northway",
                     *       "name": "Order service, staging",
                     *       "kind": "inbox",
                     *       "url": "https://sandbox.example/sandbox/inbox/0000000000000000000300",
                     *       "url_advice": null,
                     *       "header_names": [],
                     *       "retry_profile": "standard",
                     *       "status": "enabled",
                     *       "disabled_reason": null,
                     *       "secret": {
                     *         "fingerprint": "00000350",
                     *         "created_at": "2026-11-02T15:00:00Z",
                     *         "previous": []
                     *       },
                     *       "subscriptions": [
                     *         {
                     *           "subscription_id": "sub_01M6ECCFC05HDYFQ1Z94JPDDHE",
                     *           "level": "account",
                     *           "account_id": "acct_northway",
                     *           "terminal_id": null,
                     *           "types": null,
                     *           "states": null,
                     *           "created_at": "2026-11-02T15:00:00Z"
                     *         }
                     *       ],
                     *       "health": {
                     *         "failing_since": null,
                     *         "last_success_at": null,
                     *         "last_error": null
                     *       },
                     *       "created_at": "2026-11-02T15:00:00Z",
                     *       "changed_at": "2026-11-02T15:00:00Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Destination"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly getDestinationStatistics: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the destination.
                 * @example dst_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly destination_id: components["parameters"]["DestinationIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The statistics. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "destination_id": "dst_01M6ECCFC047R9B330QDTAKFPR",
                     *       "deliveries": 6,
                     *       "waiting": 0,
                     *       "attempts": 7,
                     *       "succeeded": 7,
                     *       "duration_ms": {
                     *         "median": 4.2,
                     *         "p95": 4.2,
                     *         "max": 4.2
                     *       },
                     *       "failures": [],
                     *       "latest": [
                     *         {
                     *           "delivery_id": "dlv_00000000000000000000000090",
                     *           "number": 1,
                     *           "sent_at": "2026-11-02T15:00:00.000Z",
                     *           "status": 200,
                     *           "error": null,
                     *           "total_ms": 4.2
                     *         },
                     *         {
                     *           "delivery_id": "dlv_00000000000000000000000040",
                     *           "number": 1,
                     *           "sent_at": "2026-11-02T15:00:00.000Z",
                     *           "status": 200,
                     *           "error": null,
                     *           "total_ms": 4.2
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["DestinationStatistics"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly pauseDestination: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the destination.
                 * @example dst_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly destination_id: components["parameters"]["DestinationIdPath"];
            };
            readonly cookie?: never;
        };
        /** @description No content. */
        readonly requestBody?: {
            readonly content: {
                /** @example {} */
                readonly "application/json": components["schemas"]["Nothing"];
            };
        };
        readonly responses: {
            /** @description The destination. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "destination_id": "dst_01M6ECCFC047R9B330QDTAKFPR",
                     *       "tenant_id": "acct_northway",
                     *       "account_id": "acct_northway",
                     *       "name": "Order service, staging",
                     *       "kind": "inbox",
                     *       "url": "https://sandbox.example/sandbox/inbox/0000000000000000000300",
                     *       "url_advice": null,
                     *       "header_names": [],
                     *       "retry_profile": "standard",
                     *       "status": "paused",
                     *       "disabled_reason": null,
                     *       "secret": {
                     *         "fingerprint": "00000380",
                     *         "created_at": "2026-11-02T17:00:00Z",
                     *         "previous": []
                     *       },
                     *       "subscriptions": [
                     *         {
                     *           "subscription_id": "sub_01M6ECCFC05HDYFQ1Z94JPDDHE",
                     *           "level": "account",
                     *           "account_id": "acct_northway",
                     *           "terminal_id": null,
                     *           "types": null,
                     *           "states": null,
                     *           "created_at": "2026-11-02T15:00:00Z"
                     *         },
                     *         {
                     *           "subscription_id": "sub_01M6ECCFC01DZGZEK3X4AX22TQ",
                     *           "level": "terminal",
                     *           "account_id": "acct_northway",
                     *           "terminal_id": "NW104233",
                     *           "types": [
                     *             "cash_out"
                     *           ],
                     *           "states": [
                     *             "triggered"
                     *           ],
                     *           "created_at": "2026-11-02T15:00:00Z"
                     *         }
                     *       ],
                     *       "health": {
                     *         "failing_since": null,
                     *         "last_success_at": "2026-11-02T16:27:00Z",
                     *         "last_error": null
                     *       },
                     *       "created_at": "2026-11-02T15:00:00Z",
                     *       "changed_at": "2026-11-02T17:00:00Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Destination"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly resumeDestination: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the destination.
                 * @example dst_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly destination_id: components["parameters"]["DestinationIdPath"];
            };
            readonly cookie?: never;
        };
        /** @description No content. */
        readonly requestBody?: {
            readonly content: {
                /** @example {} */
                readonly "application/json": components["schemas"]["Nothing"];
            };
        };
        readonly responses: {
            /** @description The destination. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "destination_id": "dst_01M6ECCFC047R9B330QDTAKFPR",
                     *       "tenant_id": "acct_northway",
                     *       "account_id": "acct_northway",
                     *       "name": "Order service, staging",
                     *       "kind": "inbox",
                     *       "url": "https://sandbox.example/sandbox/inbox/0000000000000000000300",
                     *       "url_advice": null,
                     *       "header_names": [],
                     *       "retry_profile": "standard",
                     *       "status": "enabled",
                     *       "disabled_reason": null,
                     *       "secret": {
                     *         "fingerprint": "00000380",
                     *         "created_at": "2026-11-02T17:00:00Z",
                     *         "previous": []
                     *       },
                     *       "subscriptions": [
                     *         {
                     *           "subscription_id": "sub_01M6ECCFC05HDYFQ1Z94JPDDHE",
                     *           "level": "account",
                     *           "account_id": "acct_northway",
                     *           "terminal_id": null,
                     *           "types": null,
                     *           "states": null,
                     *           "created_at": "2026-11-02T15:00:00Z"
                     *         },
                     *         {
                     *           "subscription_id": "sub_01M6ECCFC01DZGZEK3X4AX22TQ",
                     *           "level": "terminal",
                     *           "account_id": "acct_northway",
                     *           "terminal_id": "NW104233",
                     *           "types": [
                     *             "cash_out"
                     *           ],
                     *           "states": [
                     *             "triggered"
                     *           ],
                     *           "created_at": "2026-11-02T15:00:00Z"
                     *         }
                     *       ],
                     *       "health": {
                     *         "failing_since": null,
                     *         "last_success_at": "2026-11-02T16:27:00Z",
                     *         "last_error": null
                     *       },
                     *       "created_at": "2026-11-02T15:00:00Z",
                     *       "changed_at": "2026-11-02T17:00:00Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Destination"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly disableDestination: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the destination.
                 * @example dst_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly destination_id: components["parameters"]["DestinationIdPath"];
            };
            readonly cookie?: never;
        };
        /** @description No content. */
        readonly requestBody?: {
            readonly content: {
                /** @example {} */
                readonly "application/json": components["schemas"]["Nothing"];
            };
        };
        readonly responses: {
            /** @description The destination. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "destination_id": "dst_01M6ECCFC047R9B330QDTAKFPR",
                     *       "tenant_id": "acct_northway",
                     *       "account_id": "acct_northway",
                     *       "name": "Order service, staging",
                     *       "kind": "inbox",
                     *       "url": "https://sandbox.example/sandbox/inbox/0000000000000000000300",
                     *       "url_advice": null,
                     *       "header_names": [],
                     *       "retry_profile": "standard",
                     *       "status": "disabled",
                     *       "disabled_reason": "user",
                     *       "secret": {
                     *         "fingerprint": "00000380",
                     *         "created_at": "2026-11-02T17:00:00Z",
                     *         "previous": []
                     *       },
                     *       "subscriptions": [
                     *         {
                     *           "subscription_id": "sub_01M6ECCFC05HDYFQ1Z94JPDDHE",
                     *           "level": "account",
                     *           "account_id": "acct_northway",
                     *           "terminal_id": null,
                     *           "types": null,
                     *           "states": null,
                     *           "created_at": "2026-11-02T15:00:00Z"
                     *         },
                     *         {
                     *           "subscription_id": "sub_01M6ECCFC01DZGZEK3X4AX22TQ",
                     *           "level": "terminal",
                     *           "account_id": "acct_northway",
                     *           "terminal_id": "NW104233",
                     *           "types": [
                     *             "cash_out"
                     *           ],
                     *           "states": [
                     *             "triggered"
                     *           ],
                     *           "created_at": "2026-11-02T15:00:00Z"
                     *         }
                     *       ],
                     *       "health": {
                     *         "failing_since": null,
                     *         "last_success_at": "2026-11-02T16:27:00Z",
                     *         "last_error": null
                     *       },
                     *       "created_at": "2026-11-02T15:00:00Z",
                     *       "changed_at": "2026-11-02T17:00:00Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Destination"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly enableDestination: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the destination.
                 * @example dst_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly destination_id: components["parameters"]["DestinationIdPath"];
            };
            readonly cookie?: never;
        };
        /** @description No content. */
        readonly requestBody?: {
            readonly content: {
                /** @example {} */
                readonly "application/json": components["schemas"]["Nothing"];
            };
        };
        readonly responses: {
            /** @description The destination. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "destination_id": "dst_01M6ECCFC047R9B330QDTAKFPR",
                     *       "tenant_id": "acct_northway",
                     *       "account_id": "acct_northway",
                     *       "name": "Order service, staging",
                     *       "kind": "inbox",
                     *       "url": "https://sandbox.example/sandbox/inbox/0000000000000000000300",
                     *       "url_advice": null,
                     *       "header_names": [],
                     *       "retry_profile": "standard",
                     *       "status": "enabled",
                     *       "disabled_reason": null,
                     *       "secret": {
                     *         "fingerprint": "00000380",
                     *         "created_at": "2026-11-02T17:00:00Z",
                     *         "previous": []
                     *       },
                     *       "subscriptions": [
                     *         {
                     *           "subscription_id": "sub_01M6ECCFC05HDYFQ1Z94JPDDHE",
                     *           "level": "account",
                     *           "account_id": "acct_northway",
                     *           "terminal_id": null,
                     *           "types": null,
                     *           "states": null,
                     *           "created_at": "2026-11-02T15:00:00Z"
                     *         },
                     *         {
                     *           "subscription_id": "sub_01M6ECCFC01DZGZEK3X4AX22TQ",
                     *           "level": "terminal",
                     *           "account_id": "acct_northway",
                     *           "terminal_id": "NW104233",
                     *           "types": [
                     *             "cash_out"
                     *           ],
                     *           "states": [
                     *             "triggered"
                     *           ],
                     *           "created_at": "2026-11-02T15:00:00Z"
                     *         }
                     *       ],
                     *       "health": {
                     *         "failing_since": null,
                     *         "last_success_at": "2026-11-02T16:27:00Z",
                     *         "last_error": null
                     *       },
                     *       "created_at": "2026-11-02T15:00:00Z",
                     *       "changed_at": "2026-11-02T17:00:00Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Destination"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly testDestination: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the destination.
                 * @example dst_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly destination_id: components["parameters"]["DestinationIdPath"];
            };
            readonly cookie?: never;
        };
        /** @description The sample to send. */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["TestDestination"];
            };
        };
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "verdict": "delivered",
                     *       "hints": [],
                     *       "delivery": {
                     *         "delivery_id": "dlv_00000000000000000000000090",
                     *         "destination_id": "dst_01M6ECCFC047R9B330QDTAKFPR",
                     *         "event_id": "evt_00000000000000000000000100",
                     *         "type": "cash_low",
                     *         "account_id": "acct_northway",
                     *         "terminal_id": "NW104233",
                     *         "happened_at": "2026-11-02T17:00:00Z",
                     *         "incident_id": "inc_00000000000000000000000110",
                     *         "incident_state": "triggered",
                     *         "is_test": true,
                     *         "state": "delivered",
                     *         "attempt_count": 1,
                     *         "last_status": 200,
                     *         "last_error": null,
                     *         "next_attempt": null,
                     *         "created_at": "2026-11-02T17:00:00Z",
                     *         "ended_at": "2026-11-02T17:00:00Z",
                     *         "body": "{\"id\":\"evt_00000000000000000000000100\",\"type\":\"cash_low\",\"timestamp\":\"2026-11-02T17:00:00Z\",\"api_version\":\"v1\",\"level\":\"terminal\",\"account_id\":\"acct_northway\",\"terminal_id\":\"NW104233\",\"families\":[\"terminals_locations_telemetry\"],\"severity\":\"medium\",\"incident\":{\"incident_id\":\"inc_00000000000000000000000110\",\"state\":\"triggered\",\"sequence\":1,\"dedupe_key\":\"cash_low:NW104233\",\"opened_at\":\"2026-11-02T17:00:00Z\",\"resolved_at\":null,\"resolution\":null},\"data\":{\"cassette\":\"A\",\"denomination\":\"20.00\",\"notes_remaining\":96,\"low_threshold_notes\":100,\"amount_remaining\":\"1920.00\",\"average_daily_dispense\":\"640.00\",\"hours_to_empty\":72,\"last_loaded_at\":\"2026-10-19T14:40:00Z\"},\"is_test\":true}",
                     *         "attempts": [
                     *           {
                     *             "number": 1,
                     *             "trigger": "test",
                     *             "due_at": "2026-11-02T17:00:00Z",
                     *             "sent_at": "2026-11-02T15:00:00.000Z",
                     *             "request": {
                     *               "url": "https://sandbox.example/sandbox/inbox/0000000000000000000300",
                     *               "headers": {
                     *                 "content-type": "application/json",
                     *                 "user-agent": "fleetkit-webhooks/1",
                     *                 "webhook-id": "evt_00000000000000000000000100",
                     *                 "webhook-timestamp": "1793631600",
                     *                 "webhook-signature": "v1,0000000000000000000000000000000000000000330=",
                     *                 "x-sandbox-delivery": "dlv_00000000000000000000000090",
                     *                 "x-sandbox-attempt": "1"
                     *               },
                     *               "body_bytes": 679,
                     *               "body_sha256": "0000000000000000000000000000000000000000000000000000000000000370",
                     *               "signing": {
                     *                 "timestamp": 1793631600,
                     *                 "signatures": [
                     *                   {
                     *                     "fingerprint": "00000350",
                     *                     "signature": "v1,0000000000000000000000000000000000000000330="
                     *                   }
                     *                 ]
                     *               }
                     *             },
                     *             "response": {
                     *               "status": 200,
                     *               "status_text": "200 OK",
                     *               "headers": {
                     *                 "x-request-id": "req_00000000000000000000000120",
                     *                 "x-content-type-options": "nosniff",
                     *                 "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
                     *                 "referrer-policy": "no-referrer",
                     *                 "date": "Mon, 02 Nov 2026 15:00:00 GMT",
                     *                 "connection": "close",
                     *                 "content-length": "0"
                     *               },
                     *               "body": "",
                     *               "truncated": false
                     *             },
                     *             "error": null,
                     *             "timings_ms": {
                     *               "dns": null,
                     *               "connect": null,
                     *               "tls": null,
                     *               "first_byte": 4.2,
                     *               "total": 4.2
                     *             },
                     *             "next_attempt": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["TestedDestination"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 409: components["responses"]["DestinationStands"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly revealSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the destination.
                 * @example dst_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly destination_id: components["parameters"]["DestinationIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The secrets. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "whsec_0000000000000000000000000000000000000000280=",
                     *       "previous": [],
                     *       "state": {
                     *         "fingerprint": "00000350",
                     *         "created_at": "2026-11-02T15:00:00Z",
                     *         "previous": []
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["RevealedSecrets"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly rotateSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the destination.
                 * @example dst_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly destination_id: components["parameters"]["DestinationIdPath"];
            };
            readonly cookie?: never;
        };
        /** @description The overlap and the new secret. */
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "overlap_seconds": 86400
                 *     }
                 */
                readonly "application/json": components["schemas"]["RotateSecret"];
            };
        };
        readonly responses: {
            /** @description The secrets. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "whsec_0000000000000000000000000000000000000000290=",
                     *       "previous": [
                     *         "whsec_0000000000000000000000000000000000000000280="
                     *       ],
                     *       "state": {
                     *         "fingerprint": "00000380",
                     *         "created_at": "2026-11-02T17:00:00Z",
                     *         "previous": [
                     *           {
                     *             "fingerprint": "00000350",
                     *             "expires_at": "2026-11-02T18:00:00Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["RevealedSecrets"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly expireSecrets: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the destination.
                 * @example dst_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly destination_id: components["parameters"]["DestinationIdPath"];
            };
            readonly cookie?: never;
        };
        /** @description No content. */
        readonly requestBody?: {
            readonly content: {
                /** @example {} */
                readonly "application/json": components["schemas"]["Nothing"];
            };
        };
        readonly responses: {
            /** @description The secrets. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "whsec_0000000000000000000000000000000000000000290=",
                     *       "previous": [],
                     *       "state": {
                     *         "fingerprint": "00000380",
                     *         "created_at": "2026-11-02T17:00:00Z",
                     *         "previous": []
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["RevealedSecrets"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly recoverDestination: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the destination.
                 * @example dst_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly destination_id: components["parameters"]["DestinationIdPath"];
            };
            readonly cookie?: never;
        };
        /** @description The start instant, and what to send. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "since": "2026-11-02T12:00:00Z",
                 *       "states": [
                 *         "skipped",
                 *         "exhausted"
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["RecoverDestination"];
            };
        };
        readonly responses: {
            /** @description The number of queued deliveries. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dry_run": true,
                     *       "queued": {
                     *         "missed": 0,
                     *         "skipped": 0,
                     *         "exhausted": 0,
                     *         "delivered": 0
                     *       },
                     *       "remaining": 0
                     *     }
                     */
                    readonly "application/json": components["schemas"]["RecoveredDestination"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly createSubscription: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the destination.
                 * @example dst_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly destination_id: components["parameters"]["DestinationIdPath"];
            };
            readonly cookie?: never;
        };
        /** @description The events of the subscription. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "terminal_id": "NW104310",
                 *       "types": [
                 *         "cash_low",
                 *         "cash_out"
                 *       ],
                 *       "states": [
                 *         "triggered",
                 *         "resolved"
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["NewSubscription"];
            };
        };
        readonly responses: {
            /** @description The subscription. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "subscription_id": "sub_01M6ECCFC01DZGZEK3X4AX22TQ",
                     *       "level": "terminal",
                     *       "account_id": "acct_northway",
                     *       "terminal_id": "NW104233",
                     *       "types": [
                     *         "cash_low",
                     *         "cash_out"
                     *       ],
                     *       "states": null,
                     *       "created_at": "2026-11-02T15:00:00Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Subscription"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly deleteSubscription: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the destination.
                 * @example dst_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly destination_id: components["parameters"]["DestinationIdPath"];
                /**
                 * @description Id of the subscription.
                 * @example sub_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly subscription_id: components["parameters"]["SubscriptionIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The deleted object. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01M6ECCFC01DZGZEK3X4AX22TQ",
                     *       "deleted": true
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Deleted"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly changeSubscription: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the destination.
                 * @example dst_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly destination_id: components["parameters"]["DestinationIdPath"];
                /**
                 * @description Id of the subscription.
                 * @example sub_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly subscription_id: components["parameters"]["SubscriptionIdPath"];
            };
            readonly cookie?: never;
        };
        /** @description The members to change. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "types": null,
                 *       "states": [
                 *         "triggered"
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["ChangeSubscription"];
            };
        };
        readonly responses: {
            /** @description The subscription. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "subscription_id": "sub_01M6ECCFC01DZGZEK3X4AX22TQ",
                     *       "level": "terminal",
                     *       "account_id": "acct_northway",
                     *       "terminal_id": "NW104233",
                     *       "types": [
                     *         "cash_out"
                     *       ],
                     *       "states": [
                     *         "triggered"
                     *       ],
                     *       "created_at": "2026-11-02T15:00:00Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Subscription"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly streamDeliveries: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the destination.
                 * @example dst_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly destination_id: components["parameters"]["DestinationIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A stream of deliveries. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": string;
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 409: components["responses"]["DestinationStands"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listDeliveries: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Returns only this destination.
                 * @example dst_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly destination_id?: components["parameters"]["DestinationIdQuery"];
                /**
                 * @description Returns only events of this type, or of the types that match a pattern such as `cash_*`.
                 * @example cash_low
                 */
                readonly type?: components["parameters"]["EventTypeQuery"];
                /**
                 * @description Returns only this terminal.
                 * @example NW104233
                 */
                readonly terminal_id?: components["parameters"]["TerminalIdQuery"];
                /**
                 * @description Returns only this event.
                 * @example evt_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly event_id?: components["parameters"]["EventIdQuery"];
                /**
                 * @description Returns only deliveries about this incident.
                 * @example inc_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly incident_id?: components["parameters"]["IncidentIdQuery"];
                /**
                 * @description Returns only deliveries of events, or only samples.
                 * @example sample
                 */
                readonly origin?: components["parameters"]["DeliveryOriginQuery"];
                /**
                 * @description Returns only deliveries in this state.
                 * @example exhausted
                 */
                readonly state?: components["parameters"]["DeliveryStateQuery"];
                /**
                 * @description Returns only deliveries whose latest attempt got such a status. `2xx` includes only complete responses; `none` means no valid response, or an incomplete one with 2xx.
                 * @example 5xx
                 */
                readonly status_class?: components["parameters"]["StatusClassQuery"];
                /**
                 * @description Returns only events at or after this instant of the sandbox clock.
                 * @example 2026-11-02T12:00:00Z
                 */
                readonly since?: components["parameters"]["SinceQuery"];
                /**
                 * @description Returns only events before this instant of the sandbox clock.
                 * @example 2026-11-02T15:00:00Z
                 */
                readonly until?: components["parameters"]["UntilQuery"];
                /**
                 * @description Maximum number of rows to return, 1 to 500. Other values are rejected, not adjusted.
                 * @example 25
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `page.next_cursor` or `page.poll_cursor` of the previous page. It stays valid until a reset. */
                readonly cursor?: components["parameters"]["AfterCursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of deliveries. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "delivery_id": "dlv_00000000000000000000000040",
                     *           "destination_id": "dst_01M6ECCFC047R9B330QDTAKFPR",
                     *           "event_id": "evt_00000000000000000000000050",
                     *           "type": "heartbeat_stale",
                     *           "account_id": "acct_northway",
                     *           "terminal_id": "NW120333",
                     *           "happened_at": "2026-11-02T16:27:00Z",
                     *           "incident_id": "inc_00000000000000000000000060",
                     *           "incident_state": "escalated",
                     *           "is_test": false,
                     *           "state": "delivered",
                     *           "attempt_count": 1,
                     *           "last_status": 200,
                     *           "last_error": null,
                     *           "next_attempt": null,
                     *           "created_at": "2026-11-02T17:00:00Z",
                     *           "ended_at": "2026-11-02T16:27:00Z"
                     *         }
                     *       ],
                     *       "page": {
                     *         "limit": 1,
                     *         "returned": 1,
                     *         "has_more": true,
                     *         "next_cursor": "ZGx2XzAxTTZFSEJTMTBKS05GSDNGUkswOTZHTlJX"
                     *       },
                     *       "as_of": "2026-11-02T17:00:00Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["DeliveryList"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the delivery.
                 * @example dlv_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly delivery_id: components["parameters"]["DeliveryIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The delivery. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "delivery_id": "dlv_00000000000000000000000040",
                     *       "destination_id": "dst_01M6ECCFC047R9B330QDTAKFPR",
                     *       "event_id": "evt_00000000000000000000000050",
                     *       "type": "heartbeat_stale",
                     *       "account_id": "acct_northway",
                     *       "terminal_id": "NW120333",
                     *       "happened_at": "2026-11-02T16:27:00Z",
                     *       "incident_id": "inc_00000000000000000000000060",
                     *       "incident_state": "escalated",
                     *       "is_test": false,
                     *       "state": "delivered",
                     *       "attempt_count": 1,
                     *       "last_status": 200,
                     *       "last_error": null,
                     *       "next_attempt": null,
                     *       "created_at": "2026-11-02T17:00:00Z",
                     *       "ended_at": "2026-11-02T16:27:00Z",
                     *       "body": "{\"id\":\"evt_00000000000000000000000050\",\"type\":\"heartbeat_stale\",\"timestamp\":\"2026-11-02T16:27:00Z\",\"api_version\":\"v1\",\"level\":\"terminal\",\"account_id\":\"acct_northway\",\"terminal_id\":\"NW120333\",\"families\":[\"account_fleet_snapshot\",\"terminals_locations_telemetry\"],\"severity\":\"critical\",\"incident\":{\"incident_id\":\"inc_00000000000000000000000060\",\"sequence\":2,\"dedupe_key\":\"heartbeat_stale:NW120333\",\"opened_at\":\"2026-11-02T15:42:00Z\",\"state\":\"escalated\",\"resolved_at\":null,\"resolution\":null},\"data\":{\"last_heartbeat_at\":\"2026-11-02T15:26:14.380Z\",\"heartbeat_interval_seconds\":300,\"minutes_silent\":60,\"last_transaction_at\":\"2026-11-02T00:34:51Z\",\"link_type\":\"ethernet\",\"signal_quality\":null,\"location_name\":\"Abshire Mini Mart (Northway)\"}}",
                     *       "attempts": [
                     *         {
                     *           "number": 1,
                     *           "trigger": "scheduled",
                     *           "due_at": "2026-11-02T16:27:00Z",
                     *           "sent_at": "2026-11-02T15:00:00.000Z",
                     *           "request": {
                     *             "url": "https://sandbox.example/sandbox/inbox/0000000000000000000300",
                     *             "headers": {
                     *               "content-type": "application/json",
                     *               "user-agent": "fleetkit-webhooks/1",
                     *               "webhook-id": "evt_00000000000000000000000050",
                     *               "webhook-timestamp": "1793631600",
                     *               "webhook-signature": "v1,0000000000000000000000000000000000000000320=",
                     *               "x-sandbox-delivery": "dlv_00000000000000000000000040",
                     *               "x-sandbox-attempt": "1"
                     *             },
                     *             "body_bytes": 734,
                     *             "body_sha256": "0000000000000000000000000000000000000000000000000000000000000360",
                     *             "signing": {
                     *               "timestamp": 1793631600,
                     *               "signatures": [
                     *                 {
                     *                   "fingerprint": "00000350",
                     *                   "signature": "v1,0000000000000000000000000000000000000000320="
                     *                 }
                     *               ]
                     *             }
                     *           },
                     *           "response": {
                     *             "status": 200,
                     *             "status_text": "200 OK",
                     *             "headers": {
                     *               "x-request-id": "req_00000000000000000000000070",
                     *               "x-content-type-options": "nosniff",
                     *               "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
                     *               "referrer-policy": "no-referrer",
                     *               "date": "Mon, 02 Nov 2026 15:00:00 GMT",
                     *               "connection": "close",
                     *               "content-length": "0"
                     *             },
                     *             "body": "",
                     *             "truncated": false
                     *           },
                     *           "error": null,
                     *           "timings_ms": {
                     *             "dns": null,
                     *             "connect": null,
                     *             "tls": null,
                     *             "first_byte": 4.2,
                     *             "total": 4.2
                     *           },
                     *           "next_attempt": null
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["DeliveryDetail"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly replayDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the delivery.
                 * @example dlv_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly delivery_id: components["parameters"]["DeliveryIdPath"];
            };
            readonly cookie?: never;
        };
        /** @description No content. */
        readonly requestBody?: {
            readonly content: {
                /** @example {} */
                readonly "application/json": components["schemas"]["Nothing"];
            };
        };
        readonly responses: {
            /** @description The delivery, with the new attempt. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "delivery_id": "dlv_00000000000000000000000040",
                     *       "destination_id": "dst_01M6ECCFC047R9B330QDTAKFPR",
                     *       "event_id": "evt_00000000000000000000000050",
                     *       "type": "heartbeat_stale",
                     *       "account_id": "acct_northway",
                     *       "terminal_id": "NW120333",
                     *       "happened_at": "2026-11-02T16:27:00Z",
                     *       "incident_id": "inc_00000000000000000000000060",
                     *       "incident_state": "escalated",
                     *       "is_test": false,
                     *       "state": "delivered",
                     *       "attempt_count": 2,
                     *       "last_status": 200,
                     *       "last_error": null,
                     *       "next_attempt": null,
                     *       "created_at": "2026-11-02T17:00:00Z",
                     *       "ended_at": "2026-11-02T16:27:00Z",
                     *       "body": "{\"id\":\"evt_00000000000000000000000050\",\"type\":\"heartbeat_stale\",\"timestamp\":\"2026-11-02T16:27:00Z\",\"api_version\":\"v1\",\"level\":\"terminal\",\"account_id\":\"acct_northway\",\"terminal_id\":\"NW120333\",\"families\":[\"account_fleet_snapshot\",\"terminals_locations_telemetry\"],\"severity\":\"critical\",\"incident\":{\"incident_id\":\"inc_00000000000000000000000060\",\"sequence\":2,\"dedupe_key\":\"heartbeat_stale:NW120333\",\"opened_at\":\"2026-11-02T15:42:00Z\",\"state\":\"escalated\",\"resolved_at\":null,\"resolution\":null},\"data\":{\"last_heartbeat_at\":\"2026-11-02T15:26:14.380Z\",\"heartbeat_interval_seconds\":300,\"minutes_silent\":60,\"last_transaction_at\":\"2026-11-02T00:34:51Z\",\"link_type\":\"ethernet\",\"signal_quality\":null,\"location_name\":\"Abshire Mini Mart (Northway)\"}}",
                     *       "attempts": [
                     *         {
                     *           "number": 1,
                     *           "trigger": "scheduled",
                     *           "due_at": "2026-11-02T16:27:00Z",
                     *           "sent_at": "2026-11-02T15:00:00.000Z",
                     *           "request": {
                     *             "url": "https://sandbox.example/sandbox/inbox/0000000000000000000300",
                     *             "headers": {
                     *               "content-type": "application/json",
                     *               "user-agent": "fleetkit-webhooks/1",
                     *               "webhook-id": "evt_00000000000000000000000050",
                     *               "webhook-timestamp": "1793631600",
                     *               "webhook-signature": "v1,0000000000000000000000000000000000000000320=",
                     *               "x-sandbox-delivery": "dlv_00000000000000000000000040",
                     *               "x-sandbox-attempt": "1"
                     *             },
                     *             "body_bytes": 734,
                     *             "body_sha256": "0000000000000000000000000000000000000000000000000000000000000360",
                     *             "signing": {
                     *               "timestamp": 1793631600,
                     *               "signatures": [
                     *                 {
                     *                   "fingerprint": "00000350",
                     *                   "signature": "v1,0000000000000000000000000000000000000000320="
                     *                 }
                     *               ]
                     *             }
                     *           },
                     *           "response": {
                     *             "status": 200,
                     *             "status_text": "200 OK",
                     *             "headers": {
                     *               "x-request-id": "req_00000000000000000000000070",
                     *               "x-content-type-options": "nosniff",
                     *               "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
                     *               "referrer-policy": "no-referrer",
                     *               "date": "Mon, 02 Nov 2026 15:00:00 GMT",
                     *               "connection": "close",
                     *               "content-length": "0"
                     *             },
                     *             "body": "",
                     *             "truncated": false
                     *           },
                     *           "error": null,
                     *           "timings_ms": {
                     *             "dns": null,
                     *             "connect": null,
                     *             "tls": null,
                     *             "first_byte": 4.2,
                     *             "total": 4.2
                     *           },
                     *           "next_attempt": null
                     *         },
                     *         {
                     *           "number": 2,
                     *           "trigger": "replay",
                     *           "due_at": "2026-11-02T17:00:00Z",
                     *           "sent_at": "2026-11-02T15:00:00.000Z",
                     *           "request": {
                     *             "url": "https://sandbox.example/sandbox/inbox/0000000000000000000300",
                     *             "headers": {
                     *               "content-type": "application/json",
                     *               "user-agent": "fleetkit-webhooks/1",
                     *               "webhook-id": "evt_00000000000000000000000050",
                     *               "webhook-timestamp": "1793631600",
                     *               "webhook-signature": "v1,0000000000000000000000000000000000000000320=",
                     *               "x-sandbox-delivery": "dlv_00000000000000000000000040",
                     *               "x-sandbox-attempt": "2"
                     *             },
                     *             "body_bytes": 734,
                     *             "body_sha256": "0000000000000000000000000000000000000000000000000000000000000360",
                     *             "signing": {
                     *               "timestamp": 1793631600,
                     *               "signatures": [
                     *                 {
                     *                   "fingerprint": "00000350",
                     *                   "signature": "v1,0000000000000000000000000000000000000000320="
                     *                 }
                     *               ]
                     *             }
                     *           },
                     *           "response": {
                     *             "status": 200,
                     *             "status_text": "200 OK",
                     *             "headers": {
                     *               "x-request-id": "req_00000000000000000000000080",
                     *               "x-content-type-options": "nosniff",
                     *               "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
                     *               "referrer-policy": "no-referrer",
                     *               "date": "Mon, 02 Nov 2026 15:00:00 GMT",
                     *               "connection": "close",
                     *               "content-length": "0"
                     *             },
                     *             "body": "",
                     *             "truncated": false
                     *           },
                     *           "error": null,
                     *           "timings_ms": {
                     *             "dns": null,
                     *             "connect": null,
                     *             "tls": null,
                     *             "first_byte": 4.2,
                     *             "total": 4.2
                     *           },
                     *           "next_attempt": null
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["DeliveryDetail"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 409: components["responses"]["DestinationStands"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly reportAttempt: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the delivery.
                 * @example dlv_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly delivery_id: components["parameters"]["DeliveryIdPath"];
            };
            readonly cookie?: never;
        };
        /** @description The response of the receiver, or the reason why there is none. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "attempt_token": "q7Zb1-8t",
                 *       "status": 200,
                 *       "total_ms": 12.5
                 *     }
                 */
                readonly "application/json": components["schemas"]["AttemptReport"];
            };
        };
        readonly responses: {
            /** @description The delivery. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Delivery"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 409: components["responses"]["DestinationStands"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly explainDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the delivery.
                 * @example dlv_01M6ECCFC0WZYJM4FKVQYNQNER
                 */
                readonly delivery_id: components["parameters"]["DeliveryIdPath"];
            };
            readonly cookie?: never;
        };
        /** @description The values of the receiver, as far as known. */
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
                 *     }
                 */
                readonly "application/json": components["schemas"]["ExplainDelivery"];
            };
        };
        readonly responses: {
            /** @description The signed content, and the differences. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signed": {
                     *         "id": "evt_00000000000000000000000050",
                     *         "timestamp": 1793631600,
                     *         "body_bytes": 734,
                     *         "content": "evt_00000000000000000000000050.1793631600.{\"id\":\"evt_00000000000000000000000050\",\"type\":\"heartbeat_stale\",\"timestamp\":\"2026-11-02T16:27:00Z\",\"api_version\":\"v1\",\"level\":\"terminal\",\"account_id\":\"acct_northway\",\"terminal_id\":\"NW120333\",\"families\":[\"account_fleet_snapshot\",\"terminals_locations_telemetry\"],\"severity\":\"critical\",\"incident\":{\"incident_id\":\"inc_00000000000000000000000060\",\"sequence\":2,\"dedupe_key\":\"heartbeat_stale:NW120333\",\"opened_at\":\"2026-11-02T15:42:00Z\",\"state\":\"escalated\",\"resolved_at\":null,\"resolution\":null},\"data\":{\"last_heartbeat_at\":\"2026-11-02T15:26:14.380Z\",\"heartbeat_interval_seconds\":300,\"minutes_silent\":60,\"last_transaction_at\":\"2026-11-02T00:34:51Z\",\"link_type\":\"ethernet\",\"signal_quality\":null,\"location_name\":\"Abshire Mini Mart (Northway)\"}}",
                     *         "signatures": [
                     *           "v1,0000000000000000000000000000000000000000320="
                     *         ]
                     *       },
                     *       "findings": []
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ExplainedDelivery"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 409: components["responses"]["DestinationStands"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getInbox: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The last segment of the inbox's address.
                 * @example q7Zb1-8tXw2LfD0sVnKc4A
                 */
                readonly token: components["parameters"]["InboxTokenPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The inbox. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://sandbox.example/sandbox/inbox/0000000000000000000300",
                     *       "destination_id": "dst_01M6ECCFC047R9B330QDTAKFPR",
                     *       "answers": [
                     *         {
                     *           "status": 500
                     *         },
                     *         {
                     *           "status": 200
                     *         }
                     *       ],
                     *       "answers_used": 0,
                     *       "messages": [
                     *         {
                     *           "received_at": "2026-11-02T15:00:00.000Z",
                     *           "sandbox_at": "2026-11-02T17:00:00Z",
                     *           "event_id": "evt_00000000000000000000000100",
                     *           "type": "cash_low",
                     *           "headers": {
                     *             "accept-encoding": "identity",
                     *             "content-type": "application/json",
                     *             "user-agent": "fleetkit-webhooks/1",
                     *             "webhook-id": "evt_00000000000000000000000100",
                     *             "webhook-timestamp": "1793631600",
                     *             "webhook-signature": "v1,0000000000000000000000000000000000000000330=",
                     *             "x-sandbox-delivery": "dlv_00000000000000000000000090",
                     *             "x-sandbox-attempt": "1",
                     *             "content-length": "679",
                     *             "host": "sandbox.example:443",
                     *             "connection": "close"
                     *           },
                     *           "body": "{\"id\":\"evt_00000000000000000000000100\",\"type\":\"cash_low\",\"timestamp\":\"2026-11-02T17:00:00Z\",\"api_version\":\"v1\",\"level\":\"terminal\",\"account_id\":\"acct_northway\",\"terminal_id\":\"NW104233\",\"families\":[\"terminals_locations_telemetry\"],\"severity\":\"medium\",\"incident\":{\"incident_id\":\"inc_00000000000000000000000110\",\"state\":\"triggered\",\"sequence\":1,\"dedupe_key\":\"cash_low:NW104233\",\"opened_at\":\"2026-11-02T17:00:00Z\",\"resolved_at\":null,\"resolution\":null},\"data\":{\"cassette\":\"A\",\"denomination\":\"20.00\",\"notes_remaining\":96,\"low_threshold_notes\":100,\"amount_remaining\":\"1920.00\",\"average_daily_dispense\":\"640.00\",\"hours_to_empty\":72,\"last_loaded_at\":\"2026-10-19T14:40:00Z\"},\"is_test\":true}",
                     *           "truncated": false,
                     *           "signature": {
                     *             "verified": true,
                     *             "message": "Signed with the secret 00000350, 0 s ago."
                     *           },
                     *           "answer": {
                     *             "status": 200
                     *           }
                     *         },
                     *         {
                     *           "received_at": "2026-11-02T15:00:00.000Z",
                     *           "sandbox_at": "2026-11-02T17:00:00Z",
                     *           "event_id": "evt_00000000000000000000000050",
                     *           "type": "heartbeat_stale",
                     *           "headers": {
                     *             "accept-encoding": "identity",
                     *             "content-type": "application/json",
                     *             "user-agent": "fleetkit-webhooks/1",
                     *             "webhook-id": "evt_00000000000000000000000050",
                     *             "webhook-timestamp": "1793631600",
                     *             "webhook-signature": "v1,0000000000000000000000000000000000000000320=",
                     *             "x-sandbox-delivery": "dlv_00000000000000000000000040",
                     *             "x-sandbox-attempt": "2",
                     *             "content-length": "734",
                     *             "host": "sandbox.example:443",
                     *             "connection": "close"
                     *           },
                     *           "body": "{\"id\":\"evt_00000000000000000000000050\",\"type\":\"heartbeat_stale\",\"timestamp\":\"2026-11-02T16:27:00Z\",\"api_version\":\"v1\",\"level\":\"terminal\",\"account_id\":\"acct_northway\",\"terminal_id\":\"NW120333\",\"families\":[\"account_fleet_snapshot\",\"terminals_locations_telemetry\"],\"severity\":\"critical\",\"incident\":{\"incident_id\":\"inc_00000000000000000000000060\",\"sequence\":2,\"dedupe_key\":\"heartbeat_stale:NW120333\",\"opened_at\":\"2026-11-02T15:42:00Z\",\"state\":\"escalated\",\"resolved_at\":null,\"resolution\":null},\"data\":{\"last_heartbeat_at\":\"2026-11-02T15:26:14.380Z\",\"heartbeat_interval_seconds\":300,\"minutes_silent\":60,\"last_transaction_at\":\"2026-11-02T00:34:51Z\",\"link_type\":\"ethernet\",\"signal_quality\":null,\"location_name\":\"Abshire Mini Mart (Northway)\"}}",
                     *           "truncated": false,
                     *           "signature": {
                     *             "verified": true,
                     *             "message": "Signed with the secret 00000350, 0 s ago."
                     *           },
                     *           "answer": {
                     *             "status": 200
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Inbox"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly emptyInbox: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The last segment of the inbox's address.
                 * @example q7Zb1-8tXw2LfD0sVnKc4A
                 */
                readonly token: components["parameters"]["InboxTokenPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The empty inbox. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://sandbox.example/sandbox/inbox/0000000000000000000300",
                     *       "destination_id": "dst_01M6ECCFC047R9B330QDTAKFPR",
                     *       "answers": [
                     *         {
                     *           "status": 500
                     *         },
                     *         {
                     *           "status": 200
                     *         }
                     *       ],
                     *       "answers_used": 0,
                     *       "messages": []
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Inbox"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly setInboxAnswers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The last segment of the inbox's address.
                 * @example q7Zb1-8tXw2LfD0sVnKc4A
                 */
                readonly token: components["parameters"]["InboxTokenPath"];
            };
            readonly cookie?: never;
        };
        /** @description The responses. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "answers": [
                 *         {
                 *           "status": 500
                 *         },
                 *         {
                 *           "status": 503,
                 *           "retry_after_seconds": 60
                 *         },
                 *         {
                 *           "never": true
                 *         },
                 *         {
                 *           "status": 200,
                 *           "delay_ms": 1500
                 *         }
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["SetInboxAnswers"];
            };
        };
        readonly responses: {
            /** @description The inbox. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://sandbox.example/sandbox/inbox/0000000000000000000300",
                     *       "destination_id": "dst_01M6ECCFC047R9B330QDTAKFPR",
                     *       "answers": [
                     *         {
                     *           "status": 500
                     *         },
                     *         {
                     *           "status": 200
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["InboxPlan"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly listEvents: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Returns only events of this type, or of the types that match a pattern such as `cash_*`.
                 * @example cash_low
                 */
                readonly type?: components["parameters"]["EventTypeQuery"];
                /**
                 * @description Returns only this terminal.
                 * @example NW104233
                 */
                readonly terminal_id?: components["parameters"]["TerminalIdQuery"];
                /**
                 * @description Returns only events at or after this instant of the sandbox clock.
                 * @example 2026-11-02T12:00:00Z
                 */
                readonly since?: components["parameters"]["SinceQuery"];
                /**
                 * @description Maximum number of rows to return, 1 to 500. Other values are rejected, not adjusted.
                 * @example 25
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `page.next_cursor` or `page.poll_cursor` of the previous page. It stays valid until a reset. */
                readonly cursor?: components["parameters"]["AfterCursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of events. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "evt_00000000000000000000000020",
                     *           "type": "cash_out",
                     *           "timestamp": "2026-10-07T02:52:00Z",
                     *           "api_version": "v1",
                     *           "level": "terminal",
                     *           "account_id": "acct_redline",
                     *           "terminal_id": "RL000518",
                     *           "families": [
                     *             "terminals_locations_telemetry"
                     *           ],
                     *           "severity": "critical",
                     *           "incident": {
                     *             "incident_id": "inc_00000000000000000000000030",
                     *             "sequence": 1,
                     *             "dedupe_key": "cash_out:RL000518",
                     *             "opened_at": "2026-10-07T02:52:00Z",
                     *             "state": "triggered",
                     *             "resolved_at": null,
                     *             "resolution": null
                     *           },
                     *           "data": {
                     *             "amount_remaining": "0.00",
                     *             "min_withdrawal": "20.00",
                     *             "cassettes": [
                     *               {
                     *                 "position": "A",
                     *                 "denomination": "20.00",
                     *                 "notes_remaining": 0,
                     *                 "status": "ok"
                     *               }
                     *             ],
                     *             "empty_since": "2026-10-07T02:51:44Z",
                     *             "lost_withdrawals_estimate": 0,
                     *             "last_loaded_at": "2026-09-28T15:31:26Z"
                     *           }
                     *         }
                     *       ],
                     *       "page": {
                     *         "limit": 1,
                     *         "returned": 1,
                     *         "has_more": true,
                     *         "next_cursor": "WzAsMTc5MTM0MTUyMDAwMCwxLCJldnRfMDFNNEE0Q1M0MEg3WVBDWlBRQVc5SDM0RlEiXQ",
                     *         "poll_cursor": "WzAsMTc5MTM0MTUyMDAwMCwxLCJldnRfMDFNNEE0Q1M0MEg3WVBDWlBRQVc5SDM0RlEiXQ"
                     *       },
                     *       "as_of": "2026-11-02T17:00:00Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["EventList"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listIncidents: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Returns only events of this type, or of the types that match a pattern such as `cash_*`.
                 * @example cash_low
                 */
                readonly type?: components["parameters"]["EventTypeQuery"];
                /**
                 * @description Returns only this terminal.
                 * @example NW104233
                 */
                readonly terminal_id?: components["parameters"]["TerminalIdQuery"];
                /**
                 * @description Returns only open or only resolved incidents.
                 * @example open
                 */
                readonly state?: components["parameters"]["IsOpenQuery"];
                /**
                 * @description Maximum number of rows to return, 1 to 500. Other values are rejected, not adjusted.
                 * @example 25
                 */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The `page.next_cursor` or `page.poll_cursor` of the previous page. It stays valid until a reset. */
                readonly cursor?: components["parameters"]["AfterCursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of incidents. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "incident_id": "inc_00000000000000000000000030",
                     *           "type": "cash_out",
                     *           "dedupe_key": "cash_out:RL000518",
                     *           "account_id": "acct_redline",
                     *           "terminal_id": "RL000518",
                     *           "severity": "critical",
                     *           "opened_at": "2026-10-07T02:52:00Z",
                     *           "resolved_at": "2026-10-07T19:38:00Z",
                     *           "resolution": "recovered",
                     *           "moments": [
                     *             {
                     *               "sequence": 1,
                     *               "state": "triggered",
                     *               "at": "2026-10-07T02:52:00Z",
                     *               "severity": "critical",
                     *               "title": "Out of cash: 0.00 left",
                     *               "summary": "Empty since 22:51 EDT. Last loaded 28 Sep."
                     *             },
                     *             {
                     *               "sequence": 2,
                     *               "state": "resolved",
                     *               "at": "2026-10-07T19:38:00Z",
                     *               "severity": "critical",
                     *               "title": "Cash out",
                     *               "summary": "Open for 17 h. Loaded to 14000.00."
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "page": {
                     *         "limit": 1,
                     *         "returned": 1,
                     *         "has_more": true,
                     *         "next_cursor": "WzAsMTc5MTM0MTUyMDAwMCwwLCJpbmNfMDFNNEE0Q1M0MEE3VDJBMkdBNTIyQkYwQkoiXQ",
                     *         "poll_cursor": "WzAsMTc5MTM0MTUyMDAwMCwwLCJpbmNfMDFNNEE0Q1M0MEE3VDJBMkdBNTIyQkYwQkoiXQ"
                     *       },
                     *       "as_of": "2026-11-02T17:00:00Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["IncidentList"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listRequests: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Returns only exchanges of this operation.
                 * @example createDispute
                 */
                readonly operation?: components["parameters"]["ExchangeOperationQuery"];
                /**
                 * @description Returns only exchanges with this status.
                 * @example 201
                 */
                readonly status?: components["parameters"]["ExchangeStatusQuery"];
                /**
                 * @description Returns only exchanges with this method, in capitals.
                 * @example POST
                 */
                readonly method?: components["parameters"]["ExchangeMethodQuery"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The exchanges. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "request_id": "req_00000000000000000000000200",
                     *           "answered_at": "2026-11-02T15:00:00Z",
                     *           "sandbox_at": "2026-11-03T15:00:00Z",
                     *           "method": "POST",
                     *           "path": "/sandbox/receiver-checks",
                     *           "operation_id": "startReceiverCheck",
                     *           "user_id": null,
                     *           "is_operator": true,
                     *           "status": 201,
                     *           "is_aborted": false,
                     *           "duration_ms": 4.2,
                     *           "problem": null,
                     *           "misbehaviours": [],
                     *           "fault_id": null,
                     *           "recorded": null
                     *         },
                     *         {
                     *           "request_id": "req_00000000000000000000000210",
                     *           "answered_at": "2026-11-02T15:00:00Z",
                     *           "sandbox_at": "2026-11-03T15:00:00Z",
                     *           "method": "POST",
                     *           "path": "/sandbox/conformance-runs",
                     *           "operation_id": "startConformanceRun",
                     *           "user_id": null,
                     *           "is_operator": true,
                     *           "status": 201,
                     *           "is_aborted": false,
                     *           "duration_ms": 4.2,
                     *           "problem": null,
                     *           "misbehaviours": [],
                     *           "fault_id": null,
                     *           "recorded": null
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ExchangeList"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly streamActivity: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A stream of activity. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": string;
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listUsers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The users. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "tenant_id": "acct_northway",
                     *           "tenant_name": "Northway ATM Network LLC",
                     *           "user_id": "usr_nw_admin",
                     *           "display_name": "Dana Whitcomb",
                     *           "role": "iso_admin",
                     *           "account_id": "acct_northway",
                     *           "account_name": "Northway ATM Network LLC",
                     *           "api_key": "sbx-northway-admin",
                     *           "key_state": "active"
                     *         },
                     *         {
                     *           "tenant_id": "acct_northway",
                     *           "tenant_name": "Northway ATM Network LLC",
                     *           "user_id": "usr_nw_ops",
                     *           "display_name": "Ops desk",
                     *           "role": "iso_ops",
                     *           "account_id": "acct_northway",
                     *           "account_name": "Northway ATM Network LLC",
                     *           "api_key": "sbx-northway-ops",
                     *           "key_state": "active"
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["UserList"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly createSignInCode: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description No content. */
        readonly requestBody?: {
            readonly content: {
                /** @example {} */
                readonly "application/json": components["schemas"]["Nothing"];
            };
        };
        readonly responses: {
            /** @description The code. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "00000000000000000000000000000340",
                     *       "expires_at": "2026-11-02T16:00:00Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["SignInCode"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly signIn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description No content. */
        readonly requestBody?: {
            readonly content: {
                /** @example {} */
                readonly "application/json": components["schemas"]["Nothing"];
            };
        };
        readonly responses: {
            /** @description The operator's token. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "operator_token": "opr-00000000000000000000000000000270"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["SignedIn"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listKeys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The keys. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "key_id": "key_00000130",
                     *           "tenant_id": "acct_northway",
                     *           "user_id": "usr_nw_admin",
                     *           "issued_at": "2026-11-02T15:00:00Z",
                     *           "expires_at": "2026-11-03T15:00:00Z",
                     *           "read_only": false,
                     *           "key_state": "active"
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["KeyList"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly issueKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The user, and how long the key is valid. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "user_id": "usr_nw_admin",
                 *       "expires_in_seconds": 86400
                 *     }
                 */
                readonly "application/json": components["schemas"]["IssueKey"];
            };
        };
        readonly responses: {
            /** @description The key. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "api_key": "sbx-ws-main-00000000-00000000000000000000000000000220",
                     *       "key_id": "key_00000130",
                     *       "tenant_id": "acct_northway",
                     *       "user_id": "usr_nw_admin",
                     *       "issued_at": "2026-11-02T15:00:00Z",
                     *       "expires_at": "2026-11-03T15:00:00Z",
                     *       "read_only": false,
                     *       "key_state": "active"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["IssuedKey"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly revokeKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the key.
                 * @example key_3k9v0q2m
                 */
                readonly key_id: components["parameters"]["KeyIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The revoked key. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key_id": "key_00000130",
                     *       "deleted": true
                     *     }
                     */
                    readonly "application/json": components["schemas"]["RevokedKey"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly rotateKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the key.
                 * @example key_3k9v0q2m
                 */
                readonly key_id: components["parameters"]["KeyIdPath"];
            };
            readonly cookie?: never;
        };
        /** @description How long the present key stays valid. */
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "overlap_seconds": 3600
                 *     }
                 */
                readonly "application/json": components["schemas"]["RotateKey"];
            };
        };
        readonly responses: {
            /** @description The new key. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "api_key": "sbx-ws-main-00000000-00000000000000000000000000000230",
                     *       "key_id": "key_00000140",
                     *       "tenant_id": "acct_northway",
                     *       "user_id": "usr_nw_admin",
                     *       "issued_at": "2026-11-02T15:00:00Z",
                     *       "expires_at": null,
                     *       "read_only": false,
                     *       "key_state": "active"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["IssuedKey"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly listWorkspaces: {
        readonly parameters: {
            readonly query?: {
                /** @description The `page.next_cursor` or `page.poll_cursor` of the previous page. It stays valid until a reset. */
                readonly cursor?: components["parameters"]["AfterCursor"];
                /**
                 * @description Maximum number of rows to return, 1 to 500. Other values are rejected, not adjusted.
                 * @example 25
                 */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The workspaces. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "workspace_id": "ws_000000000150",
                     *           "name": "Team blue",
                     *           "seed": 1,
                     *           "start": "2026-11-02T15:00:00Z",
                     *           "terminals": null,
                     *           "base_path": "/w/ws_000000000310",
                     *           "created_at": "2026-11-02T15:00:00Z",
                     *           "expires_at": "2026-11-03T15:00:00Z",
                     *           "forked_from": null,
                     *           "forked_at": null
                     *         }
                     *       ],
                     *       "page": {
                     *         "limit": 50,
                     *         "returned": 1,
                     *         "matched": 1,
                     *         "has_more": false,
                     *         "next_cursor": null
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["WorkspaceList"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly createWorkspace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description All members are optional. */
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "checkout-ci",
                 *       "expires_in_seconds": 3600
                 *     }
                 */
                readonly "application/json": components["schemas"]["CreateWorkspace"];
            };
        };
        readonly responses: {
            /** @description The workspace. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workspace_id": "ws_000000000150",
                     *       "name": "Team blue",
                     *       "seed": 1,
                     *       "start": "2026-11-02T15:00:00Z",
                     *       "terminals": null,
                     *       "base_path": "/w/ws_000000000310",
                     *       "created_at": "2026-11-02T15:00:00Z",
                     *       "expires_at": "2026-11-03T15:00:00Z",
                     *       "forked_from": null,
                     *       "forked_at": null,
                     *       "operator_token": "opr-ws-000000000000-00000000000000000000000000000240",
                     *       "api_keys": [
                     *         {
                     *           "tenant_id": "acct_northway",
                     *           "user_id": "usr_nw_admin",
                     *           "display_name": "Dana Whitcomb",
                     *           "role": "iso_admin",
                     *           "key_id": "key_00000160",
                     *           "api_key": "sbx-ws-000000000000-00000000-00000000000000000000000000000250"
                     *         },
                     *         {
                     *           "tenant_id": "acct_northway",
                     *           "user_id": "usr_nw_ops",
                     *           "display_name": "Ops desk",
                     *           "role": "iso_ops",
                     *           "key_id": "key_00000170",
                     *           "api_key": "sbx-ws-000000000000-00000000-00000000000000000000000000000260"
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["CreatedWorkspace"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly getWorkspace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the workspace.
                 * @example ws_7d2k9x0q4m1c
                 */
                readonly workspace_id: components["parameters"]["WorkspaceIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The workspace. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workspace_id": "ws_000000000150",
                     *       "name": "Team blue",
                     *       "seed": 1,
                     *       "start": "2026-11-02T15:00:00Z",
                     *       "terminals": null,
                     *       "base_path": "/w/ws_000000000310",
                     *       "created_at": "2026-11-02T15:00:00Z",
                     *       "expires_at": "2026-11-03T15:00:00Z",
                     *       "forked_from": null,
                     *       "forked_at": null,
                     *       "quotas": [
                     *         {
                     *           "quota": "requests_per_minute",
                     *           "limit": 6000,
                     *           "used": 0
                     *         },
                     *         {
                     *           "quota": "writes_per_minute",
                     *           "limit": 600,
                     *           "used": 0
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["WorkspaceDetails"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly deleteWorkspace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the workspace.
                 * @example ws_7d2k9x0q4m1c
                 */
                readonly workspace_id: components["parameters"]["WorkspaceIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The deleted workspace. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workspace_id": "ws_000000000150",
                     *       "deleted": true
                     *     }
                     */
                    readonly "application/json": components["schemas"]["DeletedWorkspace"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly extendWorkspace: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the workspace.
                 * @example ws_7d2k9x0q4m1c
                 */
                readonly workspace_id: components["parameters"]["WorkspaceIdPath"];
            };
            readonly cookie?: never;
        };
        /** @description The new lifetime. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "expires_in_seconds": 86400
                 *     }
                 */
                readonly "application/json": components["schemas"]["ExtendWorkspace"];
            };
        };
        readonly responses: {
            /** @description The workspace. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workspace_id": "ws_000000000150",
                     *       "name": "Team blue",
                     *       "seed": 1,
                     *       "start": "2026-11-02T15:00:00Z",
                     *       "terminals": null,
                     *       "base_path": "/w/ws_000000000310",
                     *       "created_at": "2026-11-02T15:00:00Z",
                     *       "expires_at": "2026-11-04T15:00:00Z",
                     *       "forked_from": null,
                     *       "forked_at": null,
                     *       "quotas": [
                     *         {
                     *           "quota": "requests_per_minute",
                     *           "limit": 6000,
                     *           "used": 0
                     *         },
                     *         {
                     *           "quota": "writes_per_minute",
                     *           "limit": 600,
                     *           "used": 0
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["WorkspaceDetails"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly listFaultRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rules. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "fault_id": "flt_1",
                     *           "operation": "createDispute",
                     *           "nth": [
                     *             1
                     *           ],
                     *           "effect": {
                     *             "status": 503,
                     *             "type": "status"
                     *           },
                     *           "matched_count": 0,
                     *           "applied_count": 0
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["FaultRuleList"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly replaceFaultRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The new rules. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "faults": [
                 *         {
                 *           "effect": {
                 *             "type": "delay",
                 *             "delay_ms": 200
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["NewFaultRules"];
            };
        };
        readonly responses: {
            /** @description The new rules. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "fault_id": "flt_2",
                     *           "probability": 0.05,
                     *           "effect": {
                     *             "delay_ms": 800,
                     *             "type": "delay"
                     *           },
                     *           "matched_count": 0,
                     *           "applied_count": 0
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["FaultRuleList"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly addFaultRule: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The rule. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "operation": "listTransactions",
                 *       "nth": [
                 *         1,
                 *         2
                 *       ],
                 *       "effect": {
                 *         "type": "status",
                 *         "status": 503,
                 *         "retry_after_seconds": 1
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["NewFaultRule"];
            };
        };
        readonly responses: {
            /** @description The rule. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fault_id": "flt_1",
                     *       "operation": "createDispute",
                     *       "nth": [
                     *         1
                     *       ],
                     *       "effect": {
                     *         "status": 503,
                     *         "type": "status"
                     *       },
                     *       "matched_count": 0,
                     *       "applied_count": 0
                     *     }
                     */
                    readonly "application/json": components["schemas"]["FaultRule"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly clearFaultRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The remaining rules, which are none. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": []
                     *     }
                     */
                    readonly "application/json": components["schemas"]["FaultRuleList"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly removeFaultRule: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the fault rule.
                 * @example flt_1
                 */
                readonly fault_id: components["parameters"]["FaultIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The remaining rules. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": []
                     *     }
                     */
                    readonly "application/json": components["schemas"]["FaultRuleList"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly listConformanceRuns: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The runs. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "enabled": true,
                     *       "data": [
                     *         {
                     *           "run_id": "run_000000000000000000000180",
                     *           "kind": "service",
                     *           "target": "http://127.0.0.1:4400",
                     *           "is_own_target": true,
                     *           "key_names": [
                     *             "admin"
                     *           ],
                     *           "depth": "quick",
                     *           "allow_writes": false,
                     *           "state": "canceled",
                     *           "started_at": "2026-11-02T15:00:00Z",
                     *           "ended_at": "2026-11-02T15:00:00Z",
                     *           "progress": {
                     *             "total": null,
                     *             "done": 0,
                     *             "failed": 0,
                     *             "check_id": null
                     *           },
                     *           "result": null,
                     *           "changes": null,
                     *           "error": null
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ConformanceRunList"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly startConformanceRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The target, and the keys with which the kit reads it. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "keys": [
                 *         {
                 *           "name": "admin",
                 *           "key": "sbx-northway-admin"
                 *         }
                 *       ],
                 *       "depth": "quick"
                 *     }
                 */
                readonly "application/json": components["schemas"]["StartConformanceRun"];
            };
        };
        readonly responses: {
            /** @description The run, which has begun. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run_id": "run_000000000000000000000180",
                     *       "kind": "service",
                     *       "target": "http://127.0.0.1:4400",
                     *       "is_own_target": true,
                     *       "key_names": [
                     *         "admin"
                     *       ],
                     *       "depth": "quick",
                     *       "allow_writes": false,
                     *       "state": "running",
                     *       "started_at": "2026-11-02T15:00:00Z",
                     *       "ended_at": null,
                     *       "progress": {
                     *         "total": null,
                     *         "done": 0,
                     *         "failed": 0,
                     *         "check_id": null
                     *       },
                     *       "result": null,
                     *       "changes": null,
                     *       "error": null
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ConformanceRun"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ConformanceForbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 409: components["responses"]["ConformanceRunStands"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly startReceiverCheck: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The receiver and its secret. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "url": "http://127.0.0.1:3000/hooks",
                 *       "secret": "whsec_c2FtcGxlIHNlY3JldCBvZiAzMiBieXRlcywgcmVhZCE="
                 *     }
                 */
                readonly "application/json": components["schemas"]["StartReceiverCheck"];
            };
        };
        readonly responses: {
            /** @description The run, which has begun. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run_id": "run_000000000000000000000190",
                     *       "kind": "receiver",
                     *       "target": "http://127.0.0.1:9/hooks",
                     *       "is_own_target": false,
                     *       "key_names": [],
                     *       "depth": null,
                     *       "allow_writes": false,
                     *       "state": "running",
                     *       "started_at": "2026-11-02T15:00:00Z",
                     *       "ended_at": null,
                     *       "progress": {
                     *         "total": null,
                     *         "done": 0,
                     *         "failed": 0,
                     *         "check_id": null
                     *       },
                     *       "result": null,
                     *       "changes": null,
                     *       "error": null
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ConformanceRun"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ConformanceForbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 409: components["responses"]["ConformanceRunStands"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
    readonly getConformanceRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the run.
                 * @example run_5f0c2b7d9e4a1c3b8d6f0a2e
                 */
                readonly run_id: components["parameters"]["ConformanceRunIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The run. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run_id": "run_000000000000000000000180",
                     *       "kind": "service",
                     *       "target": "http://127.0.0.1:4400",
                     *       "is_own_target": true,
                     *       "key_names": [
                     *         "admin"
                     *       ],
                     *       "depth": "quick",
                     *       "allow_writes": false,
                     *       "state": "canceled",
                     *       "started_at": "2026-11-02T15:00:00Z",
                     *       "ended_at": "2026-11-02T15:00:00Z",
                     *       "progress": {
                     *         "total": null,
                     *         "done": 0,
                     *         "failed": 0,
                     *         "check_id": null
                     *       },
                     *       "result": null,
                     *       "changes": null,
                     *       "error": null
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ConformanceRun"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly cancelConformanceRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the run.
                 * @example run_5f0c2b7d9e4a1c3b8d6f0a2e
                 */
                readonly run_id: components["parameters"]["ConformanceRunIdPath"];
            };
            readonly cookie?: never;
        };
        /** @description No content. */
        readonly requestBody?: {
            readonly content: {
                /** @example {} */
                readonly "application/json": components["schemas"]["Nothing"];
            };
        };
        readonly responses: {
            /** @description The run. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run_id": "run_000000000000000000000180",
                     *       "kind": "service",
                     *       "target": "http://127.0.0.1:4400",
                     *       "is_own_target": true,
                     *       "key_names": [
                     *         "admin"
                     *       ],
                     *       "depth": "quick",
                     *       "allow_writes": false,
                     *       "state": "canceled",
                     *       "started_at": "2026-11-02T15:00:00Z",
                     *       "ended_at": "2026-11-02T15:00:00Z",
                     *       "progress": {
                     *         "total": null,
                     *         "done": 0,
                     *         "failed": 0,
                     *         "check_id": null
                     *       },
                     *       "result": null,
                     *       "changes": null,
                     *       "error": null
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ConformanceRun"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getConformanceReport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Id of the run.
                 * @example run_5f0c2b7d9e4a1c3b8d6f0a2e
                 */
                readonly run_id: components["parameters"]["ConformanceRunIdPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The report. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConformanceReport"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listMisbehaviours: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The misbehaviours. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "name": "dispute_reviewer_too_early",
                     *           "description": "Unresolved disputes have the member reviewer with null.",
                     *           "is_on": false
                     *         },
                     *         {
                     *           "name": "emv_always_present",
                     *           "description": "Transaction rows have an empty emv string when it is not available.",
                     *           "is_on": false
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["MisbehaviourList"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly switchMisbehaviour: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the misbehaviour.
                 * @example limit_off_by_one
                 */
                readonly name: components["parameters"]["MisbehaviourNamePath"];
            };
            readonly cookie?: never;
        };
        /** @description Whether to switch it on. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "is_on": true
                 *     }
                 */
                readonly "application/json": components["schemas"]["SwitchMisbehaviour"];
            };
        };
        readonly responses: {
            /** @description The misbehaviour. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "dispute_reviewer_too_early",
                     *       "description": "Unresolved disputes have the member reviewer with null.",
                     *       "is_on": true
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Misbehaviour"];
                };
            };
            readonly 400: components["responses"]["BadWriteRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 507: components["responses"]["InsufficientStorage"];
        };
    };
}
