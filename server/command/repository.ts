import {and, between, count, desc, eq, gt, inArray, isNull, lte, or, type SQL, sql} from 'drizzle-orm'
import {COMMANDS_STORED, COMMANDS_UNDERWAY, SHIFT_ROWS} from '../../contract/limits'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {CommandsInShiftWire} from '../../contract/wire/shift'
import {reachedIds} from '../access/reach'
import type {Caller, Viewer} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database} from '../database/connect'
import {exactlyOne, isAnyOf} from '../database/rows'
import {command} from '../database/schema/device'
import {type DeviceRepository, describe, namedDevice} from '../device/repository'
import {conflict} from '../http/failures/errors'

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

/** Commands, for the transports of devices. */
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

export interface CommandRepositoryOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
  devices: Pick<DeviceRepository, 'lock'>
}

type Changes = {[Key in keyof Command]?: Command[Key] | SQL}

const TOO_MANY = `${COMMANDS_UNDERWAY} commands of the device wait already. Try again when they are finished.`

/** The database decides what becomes of a command: each of these changes happens once, whichever server asks for it. */
export class CommandRepository {
  readonly #options: CommandRepositoryOptions
  readonly #db

  constructor(options: CommandRepositoryOptions) {
    this.#options = options
    this.#db = options.database.db
  }

  /** Throws 404 for a device out of the caller's reach, and 409 when too many commands of it are under way. */
  queue(caller: Caller, deviceId: string, {method, params, isOneWay, timeout}: NewCommand): Promise<Command> {
    return this.#db.transaction(async transaction => {
      // Holding the device, nobody else gives out its next number.
      const device = await this.#options.devices.lock(transaction, caller, deviceId)
      const own = eq(command.deviceId, deviceId)
      if ((await transaction.$count(command, and(own, this.#isUnfinished()))) >= COMMANDS_UNDERWAY)
        throw conflict(TOO_MANY)
      const {newest} = exactlyOne(
        await transaction
          .select({newest: sql<number>`coalesce(max(${command.number}), 0)`})
          .from(command)
          .where(own),
      )
      const number = newest + 1
      await transaction
        .delete(command)
        .where(and(own, lte(command.number, number - COMMANDS_STORED), sql`not (${this.#isUnfinished()})`))
      const createdAt = this.#options.now()
      const queued = exactlyOne(
        await transaction
          .insert(command)
          .values({
            deviceId,
            number,
            method,
            isOneWay,
            createdAt,
            params: JSON.stringify(params),
            sentBy: caller.email,
            expiresAt: createdAt + timeout,
          })
          .returning(),
      )
      await this.#options.audit.record(transaction, caller, {
        action: 'device.commanded',
        entityType: 'device',
        entityId: deviceId,
        detail: {method, number},
        ...describe(device),
      })
      return queued
    })
  }

  async find(ref: CommandRef): Promise<Command | undefined> {
    const [found] = await this.#db.select().from(command).where(this.#named(ref))
    return found
  }

  /** The newest first. */
  list(deviceId: string): Promise<Command[]> {
    return this.#db
      .select()
      .from(command)
      .where(eq(command.deviceId, deviceId))
      .orderBy(desc(command.number))
      .limit(COMMANDS_STORED)
  }

  /** The commands of a range to the devices within reach, both ends included: how many, and the newest. */
  async inRange(
    viewer: Viewer,
    organisationId: string,
    {startTs, endTs}: {startTs: EpochMs; endTs: EpochMs},
  ): Promise<CommandsInShiftWire> {
    const at = this.#options.now()
    const reached = reachedIds(this.#db, viewer, 'device', organisationId)
    const asked = and(between(command.createdAt, startTs, endTs), inArray(command.deviceId, reached))
    const {state, isOneWay, expiresAt} = command
    const isOpen = sql`(${state} = 'queued' or ${state} = 'sent' and not ${isOneWay})`
    const hasFailed = sql`${state} in ('failed', 'expired') or ${isOpen} and ${expiresAt} <= ${at}`
    const [counted, newest] = await Promise.all([
      this.#db
        .select({sent: count(), failed: sql<number>`count(*) filter (where ${hasFailed})`.mapWith(Number)})
        .from(command)
        .where(asked),
      this.#db
        .select({command, name: namedDevice.name})
        .from(command)
        .innerJoin(namedDevice, eq(namedDevice.id, command.deviceId))
        .where(asked)
        .orderBy(desc(command.createdAt))
        .limit(SHIFT_ROWS),
    ])
    return {
      ...exactlyOne(counted),
      newest: newest.map(({command: found, name}) => ({
        device_id: found.deviceId,
        device_name: name,
        method: found.method,
        state: stateAt(found, at),
        by: found.sentBy,
        at: found.createdAt,
      })),
    }
  }

  /** The devices, all or those of `among`, that have commands which nobody hands over. */
  async waitingDevices(among?: readonly string[]): Promise<string[]> {
    const waiting = await this.#db
      .selectDistinct({deviceId: command.deviceId})
      .from(command)
      .where(and(this.#isFree(), among && isAnyOf(command.deviceId, among)))
    return waiting.map(({deviceId}) => deviceId)
  }

  /** Takes the oldest command of the device that nobody hands over, so that nobody else does. */
  async take(deviceId: string): Promise<Command | undefined> {
    const next = this.#db
      .select({number: command.number})
      .from(command)
      .where(and(eq(command.deviceId, deviceId), this.#isFree()))
      .orderBy(command.number)
      .limit(1)
      .for('update', {skipLocked: true})
    const [taken] = await this.#db
      .update(command)
      .set({takenAt: this.#options.now()})
      // PostgreSQL may run a query with `in` for each row, and take them all.
      .where(and(eq(command.deviceId, deviceId), eq(command.number, sql`(${next})`)))
      .returning()
    return taken
  }

  /** Releases it for others. */
  async release(ref: CommandRef): Promise<void> {
    await this.#change(ref, {takenAt: null}, eq(command.state, 'queued'))
  }

  async markSent(ref: CommandRef): Promise<void> {
    await this.#change(ref, {state: 'sent', sentAt: this.#options.now()}, eq(command.state, 'queued'))
  }

  async markFailed(ref: CommandRef, reason: string): Promise<void> {
    await this.#change(ref, {state: 'failed', reason}, eq(command.state, 'queued'))
  }

  /** Ends the command unless it is finished already. */
  async expire(ref: CommandRef): Promise<void> {
    const unfinished = or(eq(command.state, 'queued'), and(eq(command.state, 'sent'), eq(command.isOneWay, false)))
    await this.#change(ref, {state: 'expired'}, unfinished)
  }

  /** False when no such command waits for an answer. */
  // A quick device may answer before it is noted that it has got the command.
  answer(ref: CommandRef, answer: unknown): Promise<boolean> {
    return this.#change(
      ref,
      {
        state: 'answered',
        answer: JSON.stringify(answer),
        answeredAt: this.#options.now(),
        sentAt: sql`coalesce(${command.sentAt}, ${this.#options.now()})`,
      },
      and(
        this.#isTimely(),
        eq(command.isOneWay, false),
        or(eq(command.state, 'sent'), and(eq(command.state, 'queued'), sql`${command.takenAt} is not null`)),
      ),
    )
  }

  #named({deviceId, number}: CommandRef) {
    return and(eq(command.deviceId, deviceId), eq(command.number, number))
  }

  #isTimely() {
    return gt(command.expiresAt, this.#options.now())
  }

  #isUnfinished() {
    return and(
      this.#isTimely(),
      or(eq(command.state, 'queued'), and(eq(command.state, 'sent'), eq(command.isOneWay, false))),
    )
  }

  #isFree() {
    return and(eq(command.state, 'queued'), isNull(command.takenAt), this.#isTimely())
  }

  async #change(ref: CommandRef, values: Changes, where: SQL | undefined): Promise<boolean> {
    const {rowCount} = await this.#db
      .update(command)
      .set(values)
      .where(and(this.#named(ref), where))
    return rowCount === 1
  }
}

/** The present state of a command: one whose time has passed may not have been noted as expired. */
export function stateAt({state, isOneWay, expiresAt}: Command, at: EpochMs): Command['state'] {
  const isUnfinished = state === 'queued' || (state === 'sent' && !isOneWay)
  return isUnfinished && at >= expiresAt ? 'expired' : state
}

/** Whether its state no longer changes. */
export function isFinished(found: Command, at: EpochMs): boolean {
  const state = stateAt(found, at)
  return state === 'sent' ? found.isOneWay : state !== 'queued'
}
