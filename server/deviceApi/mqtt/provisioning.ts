import type {IConnectPacket} from 'mqtt-packet'
import {COMMAND_BYTES} from '../../../contract/limits'
import type {Milliseconds} from '../../../contract/wire/common'
import {asText} from '../../http/json'
import type {Provisioning} from '../../provisioning/repository'
import type {Scheduler} from '../../scheduler'
import type {Reason} from './reasons'
import {Ended, type Line, type Role} from './role'

export interface ProvisioningOptions {
  /** Undefined where devices can't register themselves. */
  provisioning: Provisioning | undefined
}

const PROVISION = 'provision'
const REQUEST = '/provision/request'
const RESPONSE = '/provision/response'
const PACKET_BYTES = COMMAND_BYTES + 1024
const TIME: Milliseconds = 60_000
/** The maximum number of requests refused on a connection, one after another. */
const MAX_REFUSED = 5

export const isToProvision = ({username, clientId}: IConnectPacket): boolean =>
  username === PROVISION || clientId === PROVISION

/** Without a token a device may register itself, and do nothing else. */
export function provisioningRole(
  {connection, subscriptions}: Line,
  {provision}: Provisioning,
  {elapsed}: Pick<Scheduler, 'elapsed'>,
): Role {
  // The answer needs no subscription, as in ThingsBoard. A device that misses it can't ask again by its name.
  subscriptions.add(RESPONSE, {feed: 'provisionAnswer', qos: 0, identifier: undefined})

  let unanswered = 0

  async function answer(payload: string | Buffer) {
    if (++unanswered > MAX_REFUSED) return refuse('notAuthorized')
    const answer = await provision(asText(Buffer.from(payload)), connection.address)
    if (answer.status === 'SUCCESS') unanswered = 0
    void subscriptions.publish(RESPONSE, answer)
  }

  async function refuse(reason: Reason): Promise<never> {
    connection.end(reason)
    throw new Ended()
  }

  const endsAt = elapsed() + TIME
  return {
    packetBytes: PACKET_BYTES,
    isStranger: true,
    async admit() {},
    async begin() {},
    feedOf: filter => (filter === RESPONSE ? 'provisionAnswer' : undefined),
    onSubscriptions() {},
    take: (topic, payload) => (topic === REQUEST ? answer(payload) : refuse('badTopic')),
    onPing() {},
    check() {
      if (elapsed() > endsAt) connection.end('connectTime')
    },
    onGoodbye() {},
    onOver: () => undefined,
  }
}
