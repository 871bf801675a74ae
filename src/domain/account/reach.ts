import {wrongFields} from '../../../contract/rules/targets'
import {CHAT_KINDS, type ChatKind, type ReachChange} from '../../../contract/wire/people/reach'

/** The chats that are offered. */
export const CHATS: readonly ChatKind[] = CHAT_KINDS

/** The channels by which the user is called while on call; the address of the chat can't be read. */
export interface Reach {
  email: boolean
  push: boolean
  chat: ChatKind | null
}

/** `url` is empty where the stored address of the chat remains. */
export interface ReachDraft extends Reach {
  url: string
}

export const draftOf = (reach: Reach): ReachDraft => ({...reach, url: ''})

/** Whether the address of the chat is missing, or none. */
export function isUrlWrong({chat, url}: ReachDraft, stored: Reach): boolean {
  if (chat === null) return false
  return url.trim() === '' ? stored.chat !== chat : wrongFields(chat, {kind: chat, url: url.trim()}).length > 0
}

/** Expects a draft whose address is not wrong. */
export function changeFrom({chat, url, email, push}: ReachDraft): ReachChange {
  const typed = url.trim()
  return {email, push, chat: chat && {kind: chat, ...(typed !== '' && {url: typed})}}
}
