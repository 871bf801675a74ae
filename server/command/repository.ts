import {and, desc, eq, gt, isNull, lte, or, type SQL, sql} from 'drizzle-orm'
import {COMMANDS_KEPT, COMMANDS_UNDERWAY} from '../../contract/limits'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {Caller} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database} from '../database/connect'
import {exactlyOne} from '../database/exactlyOne'
import {isAnyOf} from '../database/isAnyOf'
import {command} from '../database/schema'
import {type DeviceRepository, describe} from '../device/repository'
import {conflict} from '../http/errors'

export type Command = typeof command.$inferSelect
export type CommandRef = Pick<Command, 'deviceId' | 'number'>

/** A command as its device gets it. */
export interface CommandRequest {
  number: number
  method: string
  params: unknown
  /** The device doesn't answer it. */
  oneWay: boolean
}

/** Resolves to whether the device has got the command. Throws with a reason for people when it never will. */
export type Deliver = (request: CommandRequest) => boolean | Promise<boolean>

/** What the transports of devices use. */
export interface DeviceCommands {
  /** Delivers commands of the device one by one, queued ones at once, until detached. */
  attach(deviceId: string, deliver: Deliver): () => void
  /** The device's answer; false when there is no such command that waits for one. */
  answer(deviceId: string, number: number, answer: unknown): Promise<boolean>
}

export interface NewCommand {
  method: string
  params: unknown
  isOneWay: boolean
  timeout: Milliseconds
}

/** The database decides what becomes of a command: each of these changes happens once, whichever server asks for it. */
export interface CommandRepository {
  /** Throws 404 for a device out of the caller's reach, and 409 when too many commands of it are under way. */
  queue(caller: Caller, deviceId: string, asked: NewCommand): Promise<Command>
  find(ref: CommandRef): Promise<Command | undefined>
  /** The newest first. */
  list(deviceId: string): Promise<Command[]>
  /** The devices, all or those of `among`, that have commands which nobody hands over. */
  waitingDevices(among?: readonly string[]): Promise<string[]>
  /** Takes the oldest command of the device that nobody hands over, so that nobody else does. */
  take(deviceId: string): Promise<Command | undefined>
  /** Lets others take it. */
  release(ref: CommandRef): Promise<void>
  markSent(ref: CommandRef): Promise<void>
  markFailed(ref: CommandRef, reason: string): Promise<void>
  /** Ends the command unless it is finished already. */
  expire(ref: CommandRef): Promise<void>
  /** False when no such command waits for an answer. */
  answer(ref: CommandRef, answer: unknown): Promise<boolean>
}

export interface CommandRepositoryOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
  devices: Pick<DeviceRepository, 'lock'>
}

type Changes = {[Key in keyof Command]?: Command[Key] | SQL}

const TOO_MANY = `${COMMANDS_UNDERWAY} commands of the device wait already. Try again when they are finished.`

export function createCommandRepository(options: CommandRepositoryOptions): CommandRepository {
  const {now, audit, devices} = options
  const {db} = options.database
  const named = ({deviceId, number}: CommandRef) => and(eq(command.deviceId, deviceId), eq(command.number, number))
  const isTimely = () => gt(command.expiresAt, now())
  const isUnfinished = () =>
    and(isTimely(), or(eq(command.state, 'queued'), and(eq(command.state, 'sent'), eq(command.isOneWay, false))))
  const isFree = () => and(eq(command.state, 'queued'), isNull(command.takenAt), isTimely())

  async function change(ref: CommandRef, values: Changes, where: SQL | undefined): Promise<boolean> {
    const {rowCount} = await db
      .update(command)
      .set(values)
      .where(and(named(ref), where))
    return rowCount === 1
  }

  return {
    queue: (caller, deviceId, {method, params, isOneWay, timeout}) =>
      db.transaction(async transaction => {
        // Holding the device, nobody else gives out its next number.
        const device = await devices.lock(transaction, caller, deviceId)
        const own = eq(command.deviceId, deviceId)
        if ((await transaction.$count(command, and(own, isUnfinished()))) >= COMMANDS_UNDERWAY) throw conflict(TOO_MANY)
        const {newest} = exactlyOne(
          await transaction
            .select({newest: sql<number>`coalesce(max(${command.number}), 0)`})
            .from(command)
            .where(own),
        )
        const number = newest + 1
        await transaction
          .delete(command)
          .where(and(own, lte(command.number, number - COMMANDS_KEPT), sql`not (${isUnfinished()})`))
        const createdAt = now()
        const queued = exactlyOne(
          await transaction
            .insert(command)
            .values({
              ...{deviceId, number, method, isOneWay, createdAt},
              params: JSON.stringify(params),
              sentBy: caller.email,
              expiresAt: createdAt + timeout,
            })
            .returning(),
        )
        await audit.record(transaction, caller, {
          ...{action: 'device.commanded', entityType: 'device', entityId: deviceId, detail: {method, number}},
          ...describe(device),
        })
        return queued
      }),

    async find(ref) {
      const [found] = await db.select().from(command).where(named(ref))
      return found
    },

    list: deviceId =>
      db
        .select()
        .from(command)
        .where(eq(command.deviceId, deviceId))
        .orderBy(desc(command.number))
        .limit(COMMANDS_KEPT),

    async waitingDevices(among) {
      const waiting = await db
        .selectDistinct({deviceId: command.deviceId})
        .from(command)
        .where(and(isFree(), among && isAnyOf(command.deviceId, among)))
      return waiting.map(({deviceId}) => deviceId)
    },

    async take(deviceId) {
      const next = db
        .select({number: command.number})
        .from(command)
        .where(and(eq(command.deviceId, deviceId), isFree()))
        .orderBy(command.number)
        .limit(1)
        .for('update', {skipLocked: true})
      const [taken] = await db
        .update(command)
        .set({takenAt: now()})
        // With `in`, PostgreSQL may run the query for each row, and take them all.
        .where(and(eq(command.deviceId, deviceId), eq(command.number, sql`(${next})`)))
        .returning()
      return taken
    },

    async release(ref) {
      await change(ref, {takenAt: null}, eq(command.state, 'queued'))
    },

    async markSent(ref) {
      await change(ref, {state: 'sent', sentAt: now()}, eq(command.state, 'queued'))
    },

    async markFailed(ref, reason) {
      await change(ref, {state: 'failed', reason}, eq(command.state, 'queued'))
    },

    async expire(ref) {
      const unfinished = or(eq(command.state, 'queued'), and(eq(command.state, 'sent'), eq(command.isOneWay, false)))
      await change(ref, {state: 'expired'}, unfinished)
    },

    // A quick device may answer before it is noted that it has got the command.
    answer: (ref, answer) =>
      change(
        ref,
        {
          state: 'answered',
          answer: JSON.stringify(answer),
          answeredAt: now(),
          sentAt: sql`coalesce(${command.sentAt}, ${now()})`,
        },
        and(
          isTimely(),
          eq(command.isOneWay, false),
          or(eq(command.state, 'sent'), and(eq(command.state, 'queued'), sql`${command.takenAt} is not null`)),
        ),
      ),
  }
}

/** What has become of a command by now: one whose time has passed may not have been noted as expired. */
export function stateAt({state, isOneWay, expiresAt}: Command, at: EpochMs): Command['state'] {
  const isUnfinished = state === 'queued' || (state === 'sent' && !isOneWay)
  return isUnfinished && at >= expiresAt ? 'expired' : state
}

/** Nothing will become of it any more. */
export function isFinished(found: Command, at: EpochMs): boolean {
  const state = stateAt(found, at)
  return state === 'sent' ? found.isOneWay : state !== 'queued'
}
