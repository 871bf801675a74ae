import type {ChannelKind, TargetOf} from '../../contract/wire/target'
import type {Channel, ChannelAddress} from './channel'
import {email} from './channels/email'
import {webhook} from './channels/webhook'

/** Every kind of channel, by the kind of its targets. */
export const CHANNELS: {readonly [Kind in ChannelKind]: Channel<Kind>} = {email, webhook}

export const addressOf = <Kind extends ChannelKind>(target: TargetOf<Kind>): ChannelAddress =>
  CHANNELS[target.kind].addressOf(target)
