import * as routes from '../../../contract/wire/people/push'
import type {PushBrowser, PushTested} from '../../domain/account/push'
import type {Http, Options} from '../http'

/** The key of the server is that which browsers subscribe with. */
export async function loadPushBrowsers(
  http: Http,
  options: Options = {},
): Promise<{serverKey: string; browsers: readonly PushBrowser[]}> {
  const {publicKey, subscriptions} = await http.call(routes.listPushSubscriptions, options)
  const browsers = subscriptions.map(({browser, createdAt, ...rest}) => ({...rest, name: browser, since: createdAt}))
  return {serverKey: publicKey, browsers}
}

export async function addPushBrowser(
  http: Http,
  {endpoint, keys}: PushSubscriptionJSON,
  options: Options = {},
): Promise<void> {
  const body = {endpoint: endpoint ?? '', keys: {p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? ''}}
  await http.call(routes.subscribeToPush, {body, ...options})
}

/** Fails with status 404 when it has ended already. */
export async function endPushBrowser(http: Http, id: string, options: Options = {}): Promise<void> {
  await http.call(routes.endPushSubscription, {body: {id}, ...options})
}

export async function testPush(http: Http, options: Options = {}): Promise<readonly PushTested[]> {
  const {items} = await http.call(routes.testPush, options)
  return items.map(({id, browser, error}) => ({id, name: browser, error}))
}
