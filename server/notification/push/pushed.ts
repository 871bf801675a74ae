import {createHash} from 'node:crypto'
import {loadTranslation} from '../../../contract/languages/languages'
import {worded} from '../../../contract/languages/texts'
import type {Reader} from '../../../contract/rules/format/formats'
import {cut} from '../../../contract/rules/text'
import type {EpochMs} from '../../../contract/wire/common'
import type {NoticeWire} from '../../../contract/wire/notification'
import type {PushMessage} from '../../../contract/wire/people/push'
import type {Delivery} from '../channel'
import {ALARM_EMAIL} from '../sending/emailTexts'
import {countsOf, noticeWords} from '../sending/noticeWords'
import {fitted, oneLine} from '../wording/fitted'
import {isPast, onlyNotice, severityOf, subjectOf} from '../wording/occurrences'
import type {Pushed} from './recipient'
import {PUSHED} from './texts'

/** Push services take 4,096 bytes, of which the encryption needs 103. */
export const PAYLOAD_BYTES = 3900
const TITLE_LENGTH = 160
/** The length of a topic. It is 32 at most. */
const NAME_LENGTH = 22

interface Circumstances {
  reader: Reader
  /** The time at which the message is sent. */
  now: EpochMs
  acknowledgeToken: string | null
}

/** The notification that a browser shows of a message, in the language of its user. */
export async function composePush(
  {message, key, route}: Pick<Delivery, 'message' | 'key' | 'route'>,
  {reader, now, acknowledgeToken}: Circumstances,
): Promise<Pushed> {
  const translation = await loadTranslation(reader.language)
  const texts = worded(ALARM_EMAIL, translation?.areas['server.alarmEmail'])
  const own = worded(PUSHED, translation?.areas['server.push'])
  const words = noticeWords(reader, {texts, translation, now})
  const notice = onlyNotice({message})
  const topic = notice === undefined ? nameOf(key) : topicOf(notice)
  const severity = severityOf({message})
  const shared = {id: nameOf(key), tag: topic, lang: reader.language, at: message.at, isUrgent: severity === 'critical'}
  const withBody = (
    payload: Omit<PushMessage, 'body' | 'id' | 'tag' | 'lang' | 'at' | 'isUrgent'>,
    body: readonly string[],
  ): Pushed => {
    const named = {...shared, ...payload, title: cut(oneLine(payload.title), TITLE_LENGTH), body: ''}
    const most = PAYLOAD_BYTES - bytesOf(named)
    const listed = {before: [], list: [...body]}
    const total = notice === undefined ? Math.max(message.total, body.length) : body.length
    const text = fitted(listed, {total, most, sizeOf: bytesOf})
    return {topic, urgency: severity === 'critical' ? 'high' : 'normal', payload: {...named, body: text}}
  }

  if (message.written !== undefined) {
    const {subject, before, list, link} = message.written
    return withBody({title: subject, url: link.path, replaces: [], isOver: false, acknowledge: null}, [
      ...before,
      ...list,
    ])
  }
  if (message.type === 'test')
    return withBody({title: own.test, url: '/alarms', replaces: [], isOver: true, acknowledge: null}, [
      route === '' ? own.testBody : texts.test.before(route),
    ])
  if (notice === undefined) {
    const title = `${texts.alarms(message.total)}: ${countsOf(message, texts)}`
    const isOver = message.notices.every(isPast)
    const replaces = message.notices.map(topicOf)
    return withBody({title, url: '/alarms', replaces, isOver, acknowledge: null}, message.notices.map(words.headline))
  }
  const {acknowledged, stale, refused, unreachable} = own
  return withBody(
    {
      title: words.title(notice),
      url: `/alarms/${notice.alarm_id}`,
      replaces: [],
      isOver: isPast(notice),
      acknowledge:
        acknowledgeToken === null
          ? null
          : {
              token: acknowledgeToken,
              label: texts.acknowledge,
              outcomes: {acknowledged, stale, refused, unreachable},
            },
    },
    words.body(notice),
  )
}

/** The same in every notice of its subject, so that the newer replaces the older. */
const topicOf = (notice: NoticeWire): string => nameOf(subjectOf(notice))

const nameOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, NAME_LENGTH)

/** The size as JSON. */
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
