import type {ListedKind} from '../../../../contract/rules/targets'
import type {Json} from '../../../../contract/wire/common'
import type {Received, Reply} from './peer'

export interface Kind {
  target(url: string): Record<string, Json>
  path: string
  taken: Reply
  /** The reply that refuses for good, and its reason in the list. */
  revoked: Reply
  reason: string
  /** A success without what the peer gives for each message that it has accepted. */
  hollow?: Reply
  throttled: Reply
  /** After how many seconds it is to be tried again. */
  after: number
  /** The text in a call. */
  said(received: Received): string
}

const bodyOf = ({body}: Received) => JSON.parse(body)
const RETRY: Reply = {status: 429, headers: {'retry-after': '7'}}
const SEND = '/services/T0/B0/secret-of-the-hook'

/** The services as they are documented to answer. */
export const KINDS: Record<Exclude<ListedKind, 'push'>, Kind> = {
  slack: {
    target: url => ({kind: 'slack', url: `${url}${SEND}`}),
    path: SEND,
    taken: {status: 200, body: 'ok'},
    revoked: {status: 404, body: 'no_service'},
    reason: 'the address is not in use any more, or was never: answered 404 (no_service)',
    hollow: {status: 200, body: 'invalid_token'},
    throttled: RETRY,
    after: 7,
    said: received => JSON.stringify(bodyOf(received).blocks),
  },
  teams: {
    target: url => ({kind: 'teams', url: `${url}/workflows/1?sig=secret-of-the-flow`}),
    path: '/workflows/1?sig=secret-of-the-flow',
    taken: {status: 202},
    revoked: {status: 401, body: {error: {code: 'DirectApiAuthorizationRequired'}}},
    reason: 'the key or token was revoked, or is wrong: answered 401 (DirectApiAuthorizationRequired)',
    throttled: RETRY,
    after: 7,
    said: received => JSON.stringify(bodyOf(received).attachments[0].content),
  },
  discord: {
    target: url => ({kind: 'discord', url: `${url}/api/webhooks/1/secret-of-the-hook`}),
    path: '/api/webhooks/1/secret-of-the-hook?wait=true',
    taken: {status: 200, body: {id: '1'}},
    revoked: {status: 404, body: {message: 'Unknown Webhook', code: 10015}},
    reason: 'the address is not in use any more, or was never: answered 404 (Unknown Webhook)',
    hollow: {status: 204},
    throttled: {status: 429, body: {message: 'You are being rate limited.', retry_after: 6.5, global: false}},
    after: 6.5,
    said: received => JSON.stringify(bodyOf(received).embeds),
  },
  telegram: {
    target: url => ({kind: 'telegram', token: '123:secret-of-the-bot', chat: '-1001', thread: '5', url}),
    path: '/bot123:secret-of-the-bot/sendMessage',
    taken: {status: 200, body: {ok: true, result: {message_id: 1}}},
    revoked: {status: 401, body: {ok: false, error_code: 401, description: 'Unauthorized'}},
    reason: 'the key or token was revoked, or is wrong: answered 401 (Unauthorized)',
    hollow: {status: 200, body: {ok: false}},
    throttled: {status: 429, body: {ok: false, error_code: 429, parameters: {retry_after: 9}}},
    after: 9,
    said: received => bodyOf(received).text,
  },
  pagerduty: {
    target: url => ({kind: 'pagerduty', key: 'secret-integration-key', url}),
    path: '/v2/enqueue',
    taken: {status: 202, body: {status: 'success', message: 'Event processed', dedup_key: 'x'}},
    revoked: {
      status: 400,
      body: {
        status: 'invalid event',
        message: 'Event object is invalid',
        errors: ["'routing_key' secret-integration-key"],
      },
    },
    reason: "it does not accept the message: answered 400 ('routing_key' …)",
    hollow: {status: 202, body: {message: 'Queued'}},
    throttled: RETRY,
    after: 7,
    said: received => bodyOf(received).payload?.summary ?? '',
  },
  opsgenie: {
    target: url => ({kind: 'opsgenie', key: 'secret-genie-key', url}),
    path: '/v2/alerts',
    taken: {status: 202, body: {result: 'Request will be processed', took: 0.1, requestId: 'x'}},
    revoked: {status: 403, body: {message: 'Key is restricted', took: 0.1}},
    reason: 'the key, token or address was revoked, or may not send there: answered 403 (Key is restricted)',
    hollow: {status: 200, body: {message: 'Not done', took: 0.1}},
    throttled: RETRY,
    after: 7,
    said: received => bodyOf(received).message,
  },
  ntfy: {
    target: url => ({kind: 'ntfy', url, topic: 'alarms', token: 'tk_secret-of-ntfy'}),
    path: '/',
    taken: {status: 200, body: {id: 'x', event: 'message'}},
    revoked: {status: 401, body: {code: 40101, http: 401, error: 'unauthorized'}},
    reason: 'the key or token was revoked, or is wrong: answered 401 (unauthorized)',
    hollow: {status: 200, body: {health: true}},
    throttled: {status: 429, body: {code: 42901, http: 429, error: 'limit reached'}, headers: {'retry-after': '7'}},
    after: 7,
    said: received => bodyOf(received).message,
  },
  pushover: {
    target: url => ({kind: 'pushover', token: 'secret-of-the-app', user: 'secret-of-the-user', url}),
    path: '/1/messages.json',
    taken: {status: 200, body: {status: 1, request: 'x'}},
    revoked: {status: 400, body: {status: 0, errors: ['application token is invalid']}},
    reason: 'it does not accept the message: answered 400 (application token is invalid)',
    hollow: {status: 200, body: {status: 0}},
    throttled: RETRY,
    after: 7,
    said: received => bodyOf(received).message,
  },
  gotify: {
    target: url => ({kind: 'gotify', url, token: 'secret-of-the-app'}),
    path: '/message',
    taken: {status: 200, body: {id: 1}},
    revoked: {status: 401, body: {error: 'Unauthorized', errorCode: 401, errorDescription: 'provide a valid token'}},
    reason: 'the key or token was revoked, or is wrong: answered 401 (provide a valid token)',
    hollow: {status: 200, body: {id: null}},
    throttled: RETRY,
    after: 7,
    said: received => bodyOf(received).message,
  },
  matrix: {
    target: url => ({kind: 'matrix', url, room: '!room:example.test', token: 'secret-of-the-member'}),
    path: '/_matrix/client/v3/rooms/!room%3Aexample.test/send/m.room.message/',
    taken: {status: 200, body: {event_id: '$1'}},
    revoked: {status: 401, body: {errcode: 'M_UNKNOWN_TOKEN', error: 'Invalid access token'}},
    reason: 'the key or token was revoked, or is wrong: answered 401 (Invalid access token)',
    hollow: {status: 200, body: {}},
    throttled: {status: 429, body: {errcode: 'M_LIMIT_EXCEEDED', retry_after_ms: 8000}},
    after: 8,
    said: received => bodyOf(received).body,
  },
  alertmanager: {
    target: url => ({kind: 'alertmanager', url: `${url}/alerts`, token: 'secret-of-the-receiver'}),
    path: '/alerts',
    taken: {status: 200},
    revoked: {status: 403, body: 'forbidden'},
    reason: 'the key, token or address was revoked, or may not send there: answered 403 (forbidden)',
    throttled: RETRY,
    after: 7,
    said: received => JSON.stringify(bodyOf(received).alerts),
  },
  http: {
    target: url => ({
      kind: 'http',
      method: 'PUT',
      url: `${url}/sms?key=secret-of-the-gateway`,
      contentType: 'application/json',
      headers: 'Authorization: Basic c2VjcmV0\nX-Site: works',
      body: '{"to": "+49", "text": {{ text | json }}}',
    }),
    path: '/sms?key=secret-of-the-gateway',
    taken: {status: 201},
    revoked: {status: 410},
    reason: 'the address is not in use any more, or was never: answered 410',
    throttled: {status: 503, headers: {'retry-after': '7'}},
    after: 7,
    said: received => bodyOf(received).text,
  },
}
