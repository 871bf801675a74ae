import type {TargetOf} from '../../../contract/wire/target'
import type {Answers, Call, Channel, ChannelAddress} from '../channel'
import type {Recipient} from '../push/recipient'

/** A browser that is off for longer shows the list of alarms instead. In seconds. */
const TTL = 24 * 60 * 60

/** Its words are left out, as they may repeat the endpoint. */
export const PUSH_ANSWERS: Answers = {
  words: () => '',
  exception: ({status}) =>
    status === 404 || status === 410
      ? {never: `the browser is not there any more: answered ${status}`, isGone: true}
      : undefined,
}

/** The placeholder for the recipients of a target who have no browser. */
export const withoutBrowser = ({email}: TargetOf<'push'>): ChannelAddress => ({
  address: `${email ?? 'everybody'} · no browser`,
  secret: null,
})

/** Each browser is a channel, named by its subscription. */
export const push: Channel<'push'> = {
  addressOf: withoutBrowser,
  // More are only counted in the few lines of a notification.
  mostNotices: 50,
  hasFurtherMessages: false,
  async render(_, {origin, recipient}) {
    if (recipient === undefined) throw new Error('A push needs a recipient')
    return [await pushCall(recipient, origin)]
  },
  answers: PUSH_ANSWERS,
}

/** The call of a push service (RFC 8030), encrypted for the browser. The service keeps a topic's newest message. */
export async function pushCall(
  {subscription, keys, topic, urgency, payload}: Recipient,
  origin: string,
): Promise<Call> {
  // It is large, and many servers push nothing.
  const {default: webPush} = await import('web-push')
  const {endpoint, p256dh, auth} = subscription
  const made = webPush.generateRequestDetails({endpoint, keys: {p256dh, auth}}, JSON.stringify(payload), {
    TTL,
    topic,
    urgency,
    contentEncoding: 'aes128gcm',
    vapidDetails: {subject: subjectOf(origin), ...keys},
  })
  const headers = Object.entries(made.headers).map(([name, value]) => [name.toLowerCase(), String(value)])
  return {url: endpoint, headers: Object.fromEntries(headers), body: made.body ?? Buffer.alloc(0)}
}

/** The contact for a push service. Apple's takes no local one. */
const subjectOf = (origin: string): string =>
  origin.startsWith('https:') ? origin : `mailto:pulsewall@${new URL(origin).hostname}`
