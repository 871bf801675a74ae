import {CHANNEL_KINDS, type ChannelKind, type TargetOf} from '../../contract/wire/target'
import type {Channel, ChannelAddress, Mark} from './channel'
import {alertmanager} from './channels/alertmanager'
import {discord} from './channels/discord'
import {email} from './channels/email'
import {gotify} from './channels/gotify'
import {http} from './channels/http'
import {matrix} from './channels/matrix'
import {ntfy} from './channels/ntfy'
import {opsgenie} from './channels/opsgenie'
import {pagerduty} from './channels/pagerduty'
import {push} from './channels/push'
import {pushover} from './channels/pushover'
import {slack} from './channels/slack'
import {teams} from './channels/teams'
import {telegram} from './channels/telegram'
import {webhook} from './channels/webhook'

/** Every kind of channel, by the kind of its targets. */
export const CHANNELS: {readonly [Kind in ChannelKind]: Channel<Kind>} = {
  alertmanager,
  discord,
  email,
  gotify,
  http,
  matrix,
  ntfy,
  opsgenie,
  pagerduty,
  push,
  pushover,
  slack,
  teams,
  telegram,
  webhook,
}

/** Their deliveries are made in the order of the changes. */
export const ORDERED_KINDS: readonly ChannelKind[] = CHANNEL_KINDS.filter(kind => {
  const channel = CHANNELS[kind]
  return 'render' in channel && channel.isOrdered === true
})

export const addressOf = <Kind extends ChannelKind>(target: TargetOf<Kind>, mark: Mark): ChannelAddress =>
  CHANNELS[target.kind].addressOf(target, mark)
