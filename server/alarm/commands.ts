import type {AlarmWire, JournalKind} from '../../contract/wire/alarm'
import type {EpochMs} from '../../contract/wire/common'
import type {AuditAction} from '../../contract/wire/entities/audit'
import {type Entity, lockEntity} from '../access/reach'
import type {Caller} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {conflict, noSuch} from '../http/failures/errors'
import {shownIn} from './evaluation/progress'
import type {AlarmRepository} from './repository'
import type {AlarmChange, AlarmCommand, AlarmStore, OnChanged, StoredAlarm} from './store'

export interface AlarmCommands {
  /**
   * Throws 409 when it no longer makes sense, and says who was first. An alarm that has asked for attention since the
   * version `seen` is not acknowledged.
   */
  run(caller: Caller, id: string, command: AlarmCommand, seen?: number): Promise<AlarmWire>
  comment(caller: Caller, id: string, note: string): Promise<AlarmWire>
}

export interface AlarmCommandsOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
  alarms: AlarmRepository
  store: AlarmStore
  onChanged: OnChanged
}

/** Runs the commands of people to alarms, with the journal and the audit trail in one transaction. */
export function createAlarmCommands({
  database,
  now,
  audit,
  alarms,
  store,
  onChanged,
}: AlarmCommandsOptions): AlarmCommands {
  /**
   * Resolves to false when `make` has done nothing. The device is locked before its alarm, as its removal does it, so
   * that the two can't deadlock.
   */
  async function change(caller: Caller, id: string, action: AuditAction, make: Make): Promise<boolean> {
    const {device_id: entityId, key, kind} = await find(id)
    const changed = await database.db.transaction(async transaction => {
      const device = await lockEntity(transaction, caller, {entityType: 'device', entityId})
      const stored = device && (await store.lock(transaction, id))
      if (device === undefined || stored === undefined) throw noSuch('alarm')
      const changed = await make(transaction, stored)
      if (changed === undefined) return undefined
      await audit.record(transaction, caller, {action, ...describe(device), detail: {key, kind}})
      return changed
    })
    if (changed === undefined) return false
    onChanged(shownIn([changed]))
    return true
  }

  async function find(id: string): Promise<AlarmWire> {
    const found = await alarms.find(id)
    if (found === undefined) throw noSuch('alarm')
    return found
  }

  async function refuseUnseen(transaction: Transaction, id: string, seen: number) {
    const cause = await alarms.newCauseSince(transaction, id, seen)
    if (cause === undefined) return
    const what = cause.kind === 'raised' ? 'was raised once more' : 'has become critical'
    throw conflict(`This alarm ${what} at ${inUtc(cause.at)}.`)
  }

  return {
    async run(caller, id, command, seen) {
      const {action} = COMMANDS[command.type]
      const make: Make = async (transaction, stored) => {
        if (seen !== undefined) await refuseUnseen(transaction, id, seen)
        return store.command(transaction, stored, command)
      }
      if (!(await change(caller, id, action, make))) throw await refusal(alarms, id, command)
      return find(id)
    },

    async comment(caller, id, note) {
      const comment = {by: caller.email, note, at: now()}
      await change(caller, id, 'alarm.commented', (transaction, stored) => store.comment(transaction, stored, comment))
      return find(id)
    },
  }
}

type Make = (transaction: Transaction, stored: StoredAlarm) => Promise<AlarmChange | undefined>

const describe = ({id, name, organisationId}: Entity) => ({
  entityType: 'device' as const,
  entityId: id,
  entityName: name,
  organisationId,
})

interface Command {
  action: AuditAction
  /** The journal's entry for the command, and the entry after which the command is possible again. */
  done: JournalKind
  undone: JournalKind
  /** The refusals when someone else has done it, and when there is nothing to do. */
  was: string
  vain: string
}

const COMMANDS: Readonly<Record<AlarmCommand['type'], Command>> = {
  'alarm.acknowledged': {
    action: 'alarm.acknowledged',
    done: 'acknowledged',
    undone: 'raised',
    was: 'acknowledged',
    vain: 'There is nothing to acknowledge.',
  },
  'alarm.reset': {
    action: 'alarm.reset',
    done: 'reset',
    undone: 'raised',
    was: 'reset',
    vain: 'There is nothing to reset.',
  },
  'alarm.shelved': {
    action: 'alarm.shelved',
    done: 'shelved',
    undone: 'unshelved',
    was: 'shelved',
    vain: 'This alarm can not be shelved now.',
  },
  'alarm.unshelved': {
    action: 'alarm.unshelved',
    done: 'unshelved',
    undone: 'shelved',
    was: 'unshelved',
    vain: 'This alarm is not shelved.',
  },
  'service.left': {
    action: 'alarm.outOfService',
    done: 'outOfService',
    undone: 'backInService',
    was: 'taken out of service',
    vain: 'This alarm is out of service already.',
  },
  'service.returned': {
    action: 'alarm.backInService',
    done: 'backInService',
    undone: 'outOfService',
    was: 'put back into service',
    vain: 'This alarm is in service already.',
  },
}

async function refusal(alarms: AlarmRepository, id: string, {type}: AlarmCommand) {
  const {done, undone, was, vain} = COMMANDS[type]
  const newest = await alarms.newestEntry(id, [done, undone])
  if (newest?.kind !== done || newest.by === null) return conflict(vain)
  return conflict(`This alarm was ${was} by ${newest.by} at ${inUtc(newest.at)}.`)
}

/** 2026-11-22 12:00:05 UTC. */
const inUtc = (at: EpochMs): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
