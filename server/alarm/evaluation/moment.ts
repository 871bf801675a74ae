import {and, asc, desc, eq, lte, type SQL} from 'drizzle-orm'
import {SEVERITIES} from '../../../contract/limits'
import {ALARM_STANDINGS, type AlarmQuery, type AlarmWire} from '../../../contract/wire/alarm'
import type {EpochMs} from '../../../contract/wire/common'
import type {Viewer} from '../../access/viewer'
import type {Database} from '../../database/connect'
import {isAnyOf} from '../../database/rows'
import {alarm, alarmJournal, alarmOccurrence} from '../../database/schema/alarm'
import {cursorOf, readCursor} from '../../store/cursor'
import type {Page} from '../../store/list'
import {amongReached, oneOrMore, type Shown, selectAlarms, toWire, wereRaised, withRaised} from '../repository'
import {type Journaled, journaled, occurrenceAt, standingIn} from './journaled'
import type {AlarmOccurrence} from './progress'
import {urgencyOf} from './standing'

/** Alarms as they were at a moment, by their journal. */
export class PastMoments {
  readonly #db

  constructor({db}: Pick<Database, 'db'>) {
    this.#db = db
  }

  /** Alarms without a journal at that moment are normal. */
  async read(ids: readonly string[], at: EpochMs): Promise<AlarmWire[]> {
    const journals = await this.#journalsOf(isAnyOf(alarm.id, ids), at)
    return await this.#readJournals(new Map(ids.map(id => [id, journals.get(id) ?? journaled([], at)])), at)
  }

  /** A page of the alarms within reach in their state at a moment, in the order of the contract. */
  async list(viewer: Viewer, {limit, cursor, at, ...asked}: AlarmQuery & {at: EpochMs}): Promise<Page<AlarmWire>> {
    const position = cursor === undefined ? undefined : readCursor(asked, cursor)
    const journals = await this.#journalsOf(
      and(
        amongReached(this.#db, viewer, asked.organisation_id),
        asked.device_id === undefined ? undefined : eq(alarm.deviceId, asked.device_id),
        asked.kind === undefined ? undefined : eq(alarm.kind, asked.kind),
        wereRaised(this.#db, {...asked, at}),
      ),
      at,
    )
    const passes = filterOf(asked)
    const journal = new Map([...journals].filter(([, journal]) => passes(journal)))
    const found = (await this.#readJournals(journal, at))
      .filter(hasText(asked.q))
      .map(wire => ({wire, urgency: urgencyIn(wire)}))
    const isBehind = ({wire, urgency}: (typeof found)[number]) =>
      position === undefined ||
      urgency > Number(position.value) ||
      (urgency === Number(position.value) && wire._id > position.id)
    const sorted = found
      .filter(isBehind)
      .sort((one, other) => one.urgency - other.urgency || (one.wire._id < other.wire._id ? -1 : 1))
    const items = sorted.slice(0, limit)
    const last = items.at(-1)
    const next = sorted.length > limit && last !== undefined ? cursorOf(asked, last.urgency, last.wire._id) : null
    const wires = items.map(({wire}) => wire)
    return {items: await withRaised(this.#db, wires, {...asked, at}), next, total: found.length}
  }

  async find(id: string, at: EpochMs): Promise<AlarmWire | undefined> {
    const [found] = await this.read([id], at)
    return found
  }

  /** The newest entry of each kind and severity until a moment, oldest first. */
  async #journalsOf(found: SQL | undefined, at: EpochMs): Promise<Map<string, Journaled>> {
    const {alarmId, kind, severity, id} = alarmJournal
    const entries = await this.#db
      .selectDistinctOn([alarmId, kind, severity])
      .from(alarmJournal)
      .innerJoin(alarm, eq(alarm.id, alarmId))
      .where(and(found, lte(alarmJournal.at, at)))
      .orderBy(asc(alarmId), asc(kind), asc(severity), desc(id))
    const byAlarm = new Map<string, (typeof entries)[number]['alarm_journal'][]>()
    for (const {alarm_journal: entry} of entries) {
      byAlarm.set(entry.alarmId, [...(byAlarm.get(entry.alarmId) ?? []), entry])
    }
    return new Map(
      Array.from(byAlarm, ([id, journal]) => [
        id,
        journaled(
          journal.sort((one, other) => (one.id < other.id ? -1 : 1)),
          at,
        ),
      ]),
    )
  }

  async #readJournals(journals: ReadonlyMap<string, Journaled>, at: EpochMs): Promise<AlarmWire[]> {
    const ids = [...journals.keys()]
    const occurrenceIds = [...journals.values()].flatMap(({occurrence}) => occurrence?.id || [])
    const [alarms, occurrences] = await Promise.all([
      selectAlarms(this.#db, at).where(isAnyOf(alarm.id, ids)),
      this.#db
        .select()
        .from(alarmOccurrence)
        .where(and(isAnyOf(alarmOccurrence.alarmId, ids), isAnyOf(alarmOccurrence.id, occurrenceIds))),
    ])
    const occurrenceOf = new Map(occurrences.map(occurrence => [occurrence.alarmId, occurrence]))
    return alarms.flatMap(shown => {
      const journal = journals.get(shown.alarm.id)
      return journal === undefined ? [] : wireAt(shown, journal, occurrenceOf.get(shown.alarm.id), at)
    })
  }
}

const urgencyIn = ({standing, severity, changed_at}: AlarmWire): number => urgencyOf(standing, severity, changed_at)

function filterOf({standing, severity}: Pick<AlarmQuery, 'standing' | 'severity'>): (journal: Journaled) => boolean {
  const standings = standing === undefined ? undefined : oneOrMore('standing', ALARM_STANDINGS, standing)
  const severities = severity === undefined ? undefined : oneOrMore('severity', SEVERITIES, severity)
  return journal => {
    const known = standingIn(journal)
    const isOfStanding = standings === undefined ? known !== 'normal' : standings.includes(known)
    return isOfStanding && (severities === undefined || severities.includes(journal.severity ?? ''))
  }
}

function hasText(q = ''): (alarm: AlarmWire) => boolean {
  const sought = q.trim().toLowerCase()
  return ({device_name, key}) => [device_name, key].some(text => text.toLowerCase().includes(sought))
}

function wireAt(shown: Shown, journal: Journaled, found: AlarmOccurrence | undefined, at: EpochMs): AlarmWire {
  const {severity, isFlapping, changedAt, version, shelf} = journal
  const isStored = journal.condition !== 'normal' || journal.acknowledgement === 'unacknowledged'
  const occurrence =
    found && journal.occurrence && isStored ? {...occurrenceAt(found, at), ...heldOf(journal.occurrence)} : null
  const then = {...shown.alarm, standing: standingIn(journal), severity, isFlapping, changedAt, version}
  return {...toWire({...shown, alarm: then, occurrence}), shelf}
}

const heldOf = ({severity, acknowledged}: NonNullable<Journaled['occurrence']>) => ({
  severity,
  acknowledgedAt: acknowledged?.at ?? null,
  acknowledgedBy: acknowledged?.by ?? null,
})
