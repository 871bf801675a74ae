import {Liquid, LiquidError} from 'liquidjs'
import type {NoticeWire} from '../../../contract/wire/notification'
import {type Circumstances, type Delivery, NotWritable} from '../channel'
import {fitted, oneLine} from './fitted'

const TEXT_LENGTH = 4000

/** No files, no code, and an end to what a template may take. Names that there are not are errors. */
const engine = new Liquid({
  ...{templates: {}, relativeReference: false, dynamicPartials: false, ownPropertyOnly: true},
  ...{strictFilters: true, strictVariables: true, lenientIf: true},
  ...{parseLimit: 20_000, renderLimit: 1000, memoryLimit: 1_000_000},
})

type Told = Pick<Delivery, 'message' | 'route' | 'step' | 'key'>

/** The body that a template makes of a delivery. Throws `NotWritable`. */
export async function applyTemplate(
  template: string,
  {message, route, step, key}: Told,
  {text, at}: Pick<Circumstances, 'text' | 'at'>,
): Promise<string> {
  const notices = message.notices.length > 0 ? message.notices : [SAMPLE]
  const values = {
    ...{id: key, type: message.type, title: oneLine(text.subject), link: text.link.url, route, escalation: step},
    text: fitted(text, {total: message.total, most: TEXT_LENGTH}),
    ...{total: message.total, timestamp: at, notices, notice: notices[0]},
  }
  try {
    return await engine.parseAndRender(template, values)
  } catch (error) {
    if (error instanceof LiquidError) throw new NotWritable(`The template can’t be applied: ${reasonOf(error)}`)
    throw error
  }
}

/** What is wrong with a template: with its form, or with what it makes of a message with quotes and line breaks. */
export async function templateFault(template: string, contentType: string): Promise<string | undefined> {
  const text = {
    subject: SAMPLE.device_name,
    before: [SAMPLE.device_name],
    link: {label: '', url: 'https://example.com'},
    after: [],
  }
  const told: Told = {
    ...{route: SAMPLE.device_name, step: 0, key: 'sample'},
    message: {type: 'alarms.changed', at: 0, total: 1, counts: {}, notices: [SAMPLE]},
  }
  try {
    const body = await applyTemplate(template, told, {text, at: 0})
    if (/\bjson\b/.test(contentType)) JSON.parse(body)
    return undefined
  } catch (error) {
    if (error instanceof NotWritable) return error.message
    return 'The template makes no JSON of a name with quotes. Write {{ title | json }} without quotes around it.'
  }
}

/** Of several lines only the first says what is wrong. */
const reasonOf = ({message}: Error): string => (message.split('\n')[0] ?? '').slice(0, 200)

/** What a test tells of, and a template is tried with. */
const SAMPLE: NoticeWire = {
  ...{id: 'sample', change: 'raised', alarm_id: 'sample', occurrence_id: 'sample', device_id: 'sample'},
  ...{
    device_name: 'Pump "7" \\ hall',
    key: 'temperature',
    kind: 'value',
    severity: 'critical',
    value: 87.25,
    peak: 87.25,
  },
  ...{raised_at: 0, acknowledged_at: null, ended_at: null, ended_by: null},
}
