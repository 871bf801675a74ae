import {isRecord} from '../../contract/rules/json'
import {type Json, json} from '../../contract/wire/common'
import {CHAT_KINDS, type ChatTarget} from '../../contract/wire/people/reach'
import {hostOf} from './called'
import {type ChannelAddress, personsAddress} from './channel'
import type {StoredChannel} from './messages'

/** A chat in which a person on call is notified, of what the person may see alone. */
export type OwnChat = ChatTarget & {person: {id: string; email: string}}

/** A person has one channel of each kind, which follows a change of its address. */
export const ownChatAddress = ({person, ...target}: OwnChat): ChannelAddress => ({
  address: personsAddress(person.email, hostOf(target.url)),
  secret: JSON.stringify({...target, person: person.id}),
})

/** The id of the user whose chat a channel is; null where it is nobody's own. */
export function ownerOfChat({kind, secret}: Pick<StoredChannel, 'kind' | 'secret'>): string | null {
  if (secret === null || !CHAT_KINDS.some(known => known === kind)) return null
  const stored: Json = json.parse(JSON.parse(secret))
  return isRecord(stored) && typeof stored.person === 'string' ? stored.person : null
}

/** The owners of the channels that are somebody's own chat, by the ids of the channels. */
export const ownersOfChats = (channels: readonly StoredChannel[]): [string, string][] =>
  channels.flatMap(channel => {
    const owner = ownerOfChat(channel)
    return owner === null ? [] : [[channel.id, owner]]
  })
