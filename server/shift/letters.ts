import {uuidv7} from 'uuidv7'
import {loadTranslation} from '../../contract/languages/languages'
import {worded} from '../../contract/languages/texts'
import {AUDIT_WORDS, type AuditWords, wordsOfChange} from '../../contract/rules/auditWords'
import {createReaderFormats, type LocaleFormats} from '../../contract/rules/format/formats'
import {HOUR, MINUTE} from '../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {WrittenMessage} from '../../contract/wire/notification'
import type {AlarmInShiftWire, ShiftWire} from '../../contract/wire/shift'
import type {Caller} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {type PreferencesRepository, readerOf} from '../preferences/repository'
import type {Person} from '../user/repository'
import type {HandOver} from './repository'
import {SHIFT_EMAIL} from './texts'

type Reading = Pick<PreferencesRepository, 'find'>

export interface LettersOptions {
  preferences: Reading
  /** Queues a message to an address, or to a person by the channels that the person chose. */
  write(
    transaction: Transaction,
    message: {organisationId: string; id: string; to: string | Pick<Person, 'id' | 'email'>; written: WrittenMessage},
  ): Promise<void>
  /** Call it after the commit. */
  send: () => void
}

/** Notifies the person who takes over. */
export interface HandOverLetters {
  queue(transaction: Transaction, handOver: HandOver, to: Pick<Person, 'id' | 'email'>): Promise<void>
  send: () => void
}

export function createHandOverLetters({preferences, write, send}: LettersOptions): HandOverLetters {
  return {
    async queue(transaction, {id, organisationId, at, by, notes}, to) {
      const {texts, formats, language} = await wordsFor(preferences, to)
      const newest = notes.at(-1)
      const isFirst = newest === undefined || newest.at === at
      const written = {
        language,
        subject: isFirst ? texts.handedOver(by, formats.time(at, 'minute')) : texts.noted(newest.by),
        before:
          notes.length === 0
            ? [texts.withoutNote]
            : notes.flatMap(note => [texts.noteOf(note.by, momentOf(formats, note.at)), ...paragraphs(note.note)]),
        list: [],
        link: {label: texts.open, path: SHIFT_PATH},
        why: texts.whyHandedOver,
      }
      await write(transaction, {organisationId, id: `${id} ${notes.length}`, to, written})
    },
    send,
  }
}

export interface ShiftMailOptions extends LettersOptions {
  database: Pick<Database, 'db'>
  audit: Pick<AuditTrail, 'record'>
}

/** Sends a shift as its reader sees it. */
export function createShiftMail({database, audit, preferences, write, send}: ShiftMailOptions) {
  return async (caller: Caller, organisationId: string, shift: ShiftWire, to: readonly string[]): Promise<void> => {
    const written = shiftLetter(shift, caller, await wordsFor(preferences, {id: caller.userId}))
    await database.db.transaction(async transaction => {
      const entity = {entityType: 'organisation', entityId: organisationId, organisationId} as const
      await audit.record(transaction, caller, {action: 'shift.sent', ...entity, detail: {to: [...to]}})
      for (const address of to) await write(transaction, {organisationId, id: uuidv7(), to: address, written})
    })
    send()
  }
}

export type ShiftMail = ReturnType<typeof createShiftMail>

const SHIFT_PATH = '/alarms/shift'

interface Words {
  texts: typeof SHIFT_EMAIL
  auditWords: AuditWords
  formats: LocaleFormats
  language: WrittenMessage['language']
}

async function wordsFor(preferences: Reading, user: {id: string}): Promise<Words> {
  const reader = await readerOf(preferences, user)
  const areas = (await loadTranslation(reader.language))?.areas
  return {
    language: reader.language,
    texts: worded(SHIFT_EMAIL, areas?.['server.shift']),
    auditWords: worded(AUDIT_WORDS, areas?.['domain.console.audit']),
    formats: createReaderFormats(reader, areas?.format),
  }
}

function shiftLetter(shift: ShiftWire, {email}: Pick<Caller, 'email'>, {texts, auditWords, formats, language}: Words) {
  const {alarms, links, maintenance, commands, changes, hand_over: handOver} = shift
  const moment = (at: EpochMs) => momentOf(formats, at)
  const number = (count: number) => formats.exact(count)
  const lengthOf = (length: Milliseconds) =>
    texts.length(number(Math.floor(length / HOUR)), number(Math.floor((length % HOUR) / MINUTE)))
  const nameOf = ({alarm}: AlarmInShiftWire) => `${alarm.device_name}, ${alarm.key}`
  const {warning, critical} = alarms.raised
  const [from, until] = [moment(shift.start_ts), moment(shift.end_ts)]
  return {
    language,
    subject: texts.subject(from, until),
    before: [
      texts.range(from, until, formats.zoneName()),
      ...(handOver === null
        ? []
        : [
            texts.by(handOver.by, moment(handOver.at)),
            ...handOver.notes.flatMap(note => [texts.noteOf(note.by, moment(note.at)), ...paragraphs(note.note)]),
          ]),
    ],
    list: [
      texts.raised(number(warning + critical), number(critical), number(warning)),
      texts.ended(number(alarms.ended)),
      texts.active(number(alarms.active), number(alarms.unacknowledged)),
      ...(alarms.acknowledged.length === 0
        ? []
        : [
            texts.acknowledged(
              alarms.acknowledged.map(({by, count}) => texts.count(by ?? texts.unknown, number(count))).join(', '),
            ),
          ]),
      ...alarms.longest.map(found => texts.longest(nameOf(found), lengthOf(found.lasted))),
      ...alarms.flapping.map(found => texts.flapping(nameOf(found), number(found.raised))),
      ...alarms.unusual.map(found => texts.unusual(nameOf(found), lengthOf(found.lasted))),
      texts.lost(number(links.lost), number(links.silent_devices)),
      ...links.devices.map(({name, silent_for: length}) => texts.silent(name, lengthOf(length))),
      ...maintenance.map(({title, starts_at, ends_at}) => texts.maintenance(title, moment(starts_at), moment(ends_at))),
      ...(commands === undefined ? [] : [texts.commands(number(commands.sent), number(commands.failed))]),
      ...(changes?.newest ?? []).map(({by, entity_name: name, action, key, at}) =>
        texts.change(
          by ?? texts.unknown,
          [wordsOfChange(auditWords, action, key), name].filter(text => text !== null).join(', '),
          moment(at),
        ),
      ),
    ],
    link: {label: texts.open, path: SHIFT_PATH},
    why: texts.whySent(email),
  }
}

const momentOf = ({dateTime, offset}: LocaleFormats, at: EpochMs) => `${dateTime(at, 'minute')} ${offset(at)}`

/** Mails have paragraphs where a note has lines. */
const paragraphs = (note: string): string[] => note.split(/\r?\n/).filter(line => line.trim() !== '')
