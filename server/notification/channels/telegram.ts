import {cut, inHtml} from '../../../contract/rules/text'
import {TARGETS} from '../../../contract/wire/target'
import {called, json, under} from '../called'
import type {AnswerFields} from '../channel'
import {fitted, oneLine} from '../wording/fitted'
import {peerLink} from '../wording/peerLink'

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
    const {url: taken, line} = peerLink(text.link)
    const link = taken === undefined ? inHtml(line) : `<a href="${inHtml(taken)}">${inHtml(text.link.label)}</a>`
    const body = {
      chat_id: chat,
      ...(thread !== undefined && {message_thread_id: Number(thread)}),
      text: [title, fitted(text, {total, most: TEXT_LENGTH, escaped: inHtml}), link].join('\n'),
      parse_mode: 'HTML',
      link_preview_options: {is_disabled: true},
    }
    return [json(under(url, `/bot${token}/sendMessage`), body)]
  },
  answers: {
    proof: {name: 'ok', isIn: ({ok}) => ok === true},
    words: ({description}) => description,
    pause(fields) {
      const seconds = parameterIn(fields, 'retry_after')
      return seconds === undefined ? undefined : seconds * 1000
    },
    exception(_, fields) {
      const moved = parameterIn(fields, 'migrate_to_chat_id')
      return moved === undefined ? undefined : {never: `the group has a new id since it was upgraded: ${moved}`}
    },
  },
})

function parameterIn({parameters}: AnswerFields, name: string): number | undefined {
  const value: unknown =
    typeof parameters === 'object' && parameters !== null ? Reflect.get(parameters, name) : undefined
  return typeof value === 'number' ? value : undefined
}
