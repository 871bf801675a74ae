import * as z from 'zod/mini'
import {ALARM_KINDS} from '../../../contract/wire/alarm'
import type {EpochMs, Json} from '../../../contract/wire/common'
import {NOTICE_CHANGES, type NoticeMessage, type NoticeWire, notice} from '../../../contract/wire/notification'
import type {EmailText} from '../../mail/repository'
import {fitted, oneLine} from './fitted'

/** A notice for templates. It has every field of the wire; those without a value are null. */
export type WholeNotice = Readonly<Record<string, unknown>>

/** The names that a template knows. */
export interface TemplateValues {
  id: string
  type: NoticeMessage['type']
  title: string
  text: string
  link: string
  route: string
  escalation: number
  total: number
  timestamp: EpochMs
  notices: readonly WholeNotice[]
  /** The first of them. */
  notice: WholeNotice | undefined
}

const TEXT_LENGTH = 4000

interface Delivered {
  message: NoticeMessage
  route: string
  step: number
  key: string
}

export function valuesOf(
  {message: {type, total, notices}, route, step, key}: Delivered,
  {text, at}: {text: EmailText; at: EpochMs},
): TemplateValues {
  return {
    id: key,
    type,
    title: oneLine(text.subject),
    text: fitted(text, {total, most: TEXT_LENGTH}),
    link: text.link.url,
    route,
    escalation: step,
    total,
    timestamp: at,
    ...listed(notices.map(shown => ({...NOTHING, ...shown}))),
  }
}

/** A message that a template may meet, and its subject in words. */
export interface Sample {
  about: string
  values: TemplateValues
}

/**
 * A message of each change of each kind of alarm, with all its fields and with those alone that are never null;
 * messages in which one field is null, or not; one of many alarms, and a test. The wire's schema lists the fields.
 */
export function samples(): readonly Sample[] {
  const each = NOTICE_CHANGES.flatMap(change => ALARM_KINDS.map(kind => ({change, kind})))
  const many = each.flatMap(alarm => [noticeOf(alarm), noticeOf(alarm, {has: () => false})])
  return [
    ...each.flatMap(alarm => [
      sampleOf(`${wordsOf(alarm)} with all its fields`, [noticeOf(alarm)]),
      sampleOf(`${wordsOf(alarm)} with null in all fields that may be null`, [noticeOf(alarm, {has: () => false})]),
    ]),
    ...MISSABLE.flatMap(field => [
      sampleOf(`an alarm without ${field}`, [noticeOf(RAISED, {has: name => name !== field})]),
      sampleOf(`an alarm with ${field} and nothing else that may be null`, [
        noticeOf(RAISED, {has: name => name === field}),
      ]),
    ]),
    sampleOf('an alarm with empty texts and zeros', [noticeOf(RAISED, {texts: 'empty'})]),
    sampleOf('many alarms at once', many),
    sampleOf('many alarms at once, the first with null', many.toReversed()),
    sampleOf('a test', [], 'test'),
  ]
}

type Alarm = Pick<NoticeWire, 'change' | 'kind'>

const KIND_WORDS: Readonly<Record<NoticeWire['kind'], string>> = {
  value: 'an alarm about a value',
  silence: 'an alarm about a silent device',
  unusual: 'an alarm about unusual values',
  screen: 'an alarm about a screen',
}

const wordsOf = ({change, kind}: Alarm) => `${KIND_WORDS[kind]} (${change})`

interface Likeness {
  /** Whether a field that may be null is not. */
  has: (field: string) => boolean
  texts: keyof typeof VALUES
}

/** Texts have what ends a text in JSON, XML or an address. */
const VALUES = {
  rich: {text: 'Pump "7" \\ <hall> & {{ text }},\n\t’ü', number: 87.25, boolean: true},
  empty: {text: '', number: 0, boolean: false},
}

const AT = Date.UTC(2027, 0, 2, 3, 4, 5)

/** Names of the server's own, which a template may use without a filter. */
const PLAIN: Readonly<Record<string, string>> = {
  id: 'sample:raised',
  alarm_id: 'sample',
  occurrence_id: 'sample',
  device_id: 'sample',
  ended_by: 'returned',
}

const FIELDS = Object.entries(notice.shape)
const NOTHING: WholeNotice = Object.fromEntries(FIELDS.map(([name]) => [name, null]))
const MISSABLE = FIELDS.filter(([, schema]) => mayBeNull(schema)).map(([name]) => name)

const RAISED: Alarm = {change: 'raised', kind: 'value'}

function noticeOf(alarm: Alarm, {has = () => true, texts = 'rich'}: Partial<Likeness> = {}): WholeNotice {
  const fields = FIELDS.map(([name, schema]) => [name, sampleValue(name, schema, {has, texts})])
  return {...Object.fromEntries(fields), ...alarm}
}

type Schema = z.core.$ZodType

function mayBeNull(schema: Schema): schema is z.core.$ZodOptional | z.core.$ZodNullable {
  return schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodNullable
}

function sampleValue(name: string, schema: Schema, like: Likeness): Json {
  const {text, number, boolean} = VALUES[like.texts]
  if (mayBeNull(schema)) return like.has(name) ? sampleValue(name, schema._zod.def.innerType, like) : null
  if (schema instanceof z.core.$ZodEnum) return Object.values(schema._zod.def.entries)[0] ?? null
  if (schema instanceof z.core.$ZodString) return PLAIN[name] ?? text
  if (schema instanceof z.core.$ZodNumber) return name.endsWith('_at') ? AT : number
  if (schema instanceof z.core.$ZodBoolean) return boolean
  if (!(schema instanceof z.core.$ZodObject)) throw new Error(`There is no sample of ${name}`)
  const parts = Object.entries(schema._zod.def.shape)
  return Object.fromEntries(parts.map(([part, held]) => [part, sampleValue(part, held, {...like, has: () => true})]))
}

function sampleOf(
  about: string,
  notices: readonly WholeNotice[],
  type: NoticeMessage['type'] = 'alarms.changed',
): Sample {
  const {text} = VALUES.rich
  return {
    about,
    values: {
      id: 'sample',
      type,
      title: oneLine(text),
      text,
      link: 'https://example.com/alarms',
      route: text,
      escalation: 0,
      total: notices.length,
      timestamp: AT,
      ...listed(notices),
    },
  }
}

/** A test has a notice, too, so that it shows what a template makes of one. */
const listed = (notices: readonly WholeNotice[]) => {
  const shown = notices.length === 0 ? [noticeOf(RAISED)] : notices
  return {notices: shown, notice: shown[0]}
}
