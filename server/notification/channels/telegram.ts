import {cut, inHtml} from '../../../contract/rules/text'
import {TARGETS} from '../../../contract/wire/target'
import {called, json, under} from '../called'
import type {Reading} from '../channel'
import {fitted, oneLine} from '../wording/fitted'
import {byStatus, laterAfter, objectIn} from '../wording/readings'

/** Telegram takes 4,096 characters. */
const TEXT_LENGTH = 3600
const TITLE_LENGTH = 200

export const telegram = called<'telegram'>({
  target: TARGETS.telegram,
  shown: ({chat, thread, url}) => [chat, thread, url].filter(Boolean).join(' · '),
  // One a second to a person, twenty a minute to a group.
  pause: ({address}) => (/^\d/.test(address) ? 1000 : 3000),
  render({token, chat, thread, url = 'https://api.telegram.org'}, {message: {total}}, {text}) {
    const title = `<b>${inHtml(cut(oneLine(text.subject), TITLE_LENGTH))}</b>`
    const link = `<a href="${inHtml(text.link.url)}">${inHtml(text.link.label)}</a>`
    const body = {
      chat_id: chat,
      ...(thread !== undefined && {message_thread_id: Number(thread)}),
      text: [title, fitted(text, {total, most: TEXT_LENGTH, escaped: inHtml}), link].join('\n'),
      parse_mode: 'HTML',
      link_preview_options: {is_disabled: true},
    }
    return [json(under(url, `/bot${token}/sendMessage`), body)]
  },
  read(answer, at): Reading {
    const {ok, error_code: code, description, parameters} = objectIn(answer.body)
    if (ok === true) return 'sent'
    const {retry_after: seconds, migrate_to_chat_id: moved} = objectIn(JSON.stringify(parameters ?? {}))
    if (typeof moved === 'number') return {never: `the group has a new id since it was upgraded: ${moved}`}
    if (typeof seconds === 'number') return laterAfter('answered 429', seconds * 1000)
    const status = typeof code === 'number' ? code : answer.status
    const reading = byStatus({...answer, status}, at, description)
    return reading === 'sent' ? {later: `answered ${answer.status} without ok`} : reading
  },
})
