import type {Alarms} from '../../alarm/alarms'
import {type Attribute, toLive} from '../../attribute/repository'
import type {AuditTrail} from '../../audit/repository'
import {createClaimRepository} from '../../claim/repository'
import {CommandDelivery} from '../../command/delivery'
import {CommandRepository} from '../../command/repository'
import {ConnectionNotes} from '../../connection/notes'
import {createConnectionRepository} from '../../connection/repository'
import {createDeviceImport} from '../../device/import'
import {createDeviceRepository} from '../../device/repository'
import {createCommandPolls} from '../../deviceApi/commandPolls'
import {createMqttSessions} from '../../deviceApi/mqtt/sessions'
import {createAttributePolls} from '../../deviceApi/polls'
import {planOwners} from '../../deviceApi/screenPlans'
import {createDeviceTokens} from '../../deviceApi/tokens'
import {createLeaveGroups} from '../../digitalAsset/lists'
import {createWaiting} from '../../http/failures/waiting'
import type {ChangeBus} from '../../live/bus'
import type {Peers} from '../../live/peers'
import {enqueueRemoved} from '../../notification/sending/enqueue'
import {lastSeenOf, removeTelemetry} from '../../telemetry/repository'
import {createTelemetryRemoval} from '../../telemetry/rollups/removal'
import {removeUsual} from '../../usual/repository'
import type {Settings} from '../options'
import type {WebServer} from '../webServer'

interface DevicesOptions {
  audit: AuditTrail
  changes: ChangeBus
  alarms: Alarms | undefined
  peers: Peers
}

/** Devices, who is connected, and what waits for them. */
export function createDevices(
  settings: Settings,
  {background}: WebServer,
  {audit, changes, alarms, peers}: DevicesOptions,
) {
  const {database, scheduler, now, longestWait, rateLimits} = settings
  const account = {database, now, audit}
  const lists = {
    now,
    onWritten(written: Attribute[]) {
      void changes.emit('attributes.written', toLive(written))
      for (const id of planOwners(written)) void changes.emit('screenPlans.changed', id)
    },
  }
  const onCreated = (ids: string[]) => changes.emit('devices.changed', ids)

  const polls = createAttributePolls(scheduler, longestWait)
  const connections = createConnectionRepository(database)
  const connectionNotes = new ConnectionNotes({
    connections,
    scheduler,
    job: background.job('connections', 'It is not noted which devices are connected'),
  })
  const mqttSessions = createMqttSessions(connectionNotes, (client, onOrdered) => peers.takeOver(client, onOrdered))
  const devices = createDeviceRepository({
    ...account,
    async removeTelemetry(transaction, deviceNumbers, removedAt) {
      await removeTelemetry(transaction, deviceNumbers, removedAt)
      await removeUsual(transaction, deviceNumbers)
      const removed = await alarms?.store.remove(transaction, deviceNumbers)
      if (removed) await enqueueRemoved(transaction, removed)
    },
    onMoving: async (transaction, ids) => alarms?.onMoving(transaction, ids),
    lastSeenOf,
    dependents: {groups: createLeaveGroups(lists)},
    onCreated,
    onChanged: ({id}) => changes.emit('devices.changed', [id]),
    onRemoved: ids => changes.emit('devices.removed', ids),
  })
  const commands = new CommandRepository({...account, devices})
  const delivery = new CommandDelivery({
    commands,
    scheduler,
    job: background.job('commands', 'Commands to devices wait'),
    onChanged: changed => void changes.emit('command.changed', changed),
    waiting: createWaiting<true>(scheduler, longestWait),
    longestWait,
  })
  const commandPolls = createCommandPolls(delivery, scheduler, longestWait)
  const tokens = createDeviceTokens(devices, {now, guessLimit: rateLimits.loginAddress})
  const removal = createTelemetryRemoval({
    database,
    scheduler,
    job: background.job('removal', 'Values of deleted devices are not removed'),
  })
  /** Forgets what is cached of the access tokens. */
  function forgetTokens(deviceIds: readonly string[]) {
    tokens.forget(deviceIds)
    mqttSessions.renewDevices(deviceIds)
  }
  changes.on(
    'devices.removed',
    ids => {
      mqttSessions.endDevices(ids)
      polls.endDeleted(ids)
      commandPolls.endDeleted(ids)
      removal.wake()
    },
    'here',
  )
  changes.on('devices.removed', forgetTokens)
  changes.on('tokens.changed', forgetTokens)
  changes.on('command.changed', changed => delivery.notify(changed))
  changes.on('screenPlans.changed', polls.changePlans)
  changes.on('attributes.written', batch => {
    polls.notify(batch)
    mqttSessions.notify(batch)
  })
  return {
    devices,
    deviceImport: createDeviceImport({...account, onCreated}),
    claims: createClaimRepository({...account, devices}),
    lists,
    polls,
    connections,
    connectionNotes,
    mqttSessions,
    commands,
    delivery,
    commandPolls,
    tokens,
    removal,
    unpaired: createWaiting<true>(scheduler, longestWait),
  }
}

export type Devices = ReturnType<typeof createDevices>
