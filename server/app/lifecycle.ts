import type {Milliseconds} from '../../contract/wire/common'
import {trackConnections} from '../http/closing'
import type {Settings} from './options'
import type {Services} from './services'
import type {WebServer} from './webServer'

const CLEANUP_PERIOD: Milliseconds = 60 * 60 * 1000

/** What runs beside the calls: it starts once the server listens and ends with it, what was added last before the rest. */
export function runBeside({additions, mqtt: listening}: Settings, {app}: WebServer, services: Services) {
  const {sessions, accounts, salts, live, polls, commandPolls, delivery, unpaired, peers, ingest, alarms, removal} =
    services
  const {mailQueue, notifying, connectionNotes, fileSweep, disks, retention, upkeep, mqtt} = services

  // It is made before anybody signs in, so that a refused sign-in changes nothing.
  app.addHook('onReady', async () => void (await salts().catch(error => app.log.warn(error))))

  const connections = trackConnections(app.server)
  app.addHook('preClose', async () => {
    live.close()
    polls.close()
    commandPolls.close()
    delivery.close()
    unpaired.close()
    await connections.endIdle()
  })
  app.addHook('onClose', async () => peers.close())
  app.addHook('onClose', () => ingest.close())

  if (listening) app.addHook('onListen', () => mqtt.listen(listening))
  app.addHook('preClose', () => mqtt.close())
  if (listening) app.addHook('onListen', async () => connectionNotes.start())
  app.addHook('onClose', () => connectionNotes.close())

  app.addHook('onListen', async () => alarms?.wake())
  app.addHook('onClose', async () => alarms?.close())

  app.addHook('onClose', () => removal.close())

  const cleanup = setInterval(() => {
    for (const done of [sessions.deleteEnded(), accounts.deleteExpiredLinks(), notifying.notifications.deleteOld()])
      done.catch(error => app.log.warn(error))
  }, CLEANUP_PERIOD).unref()
  app.addHook('onClose', async () => clearInterval(cleanup))

  app.addHook('onListen', async () => mailQueue.wake())
  app.addHook('onClose', () => mailQueue.close())

  if (additions) app.addHook('onListen', async () => notifying.wake())
  app.addHook('onClose', () => notifying.close())

  app.addHook('onListen', async () => void fileSweep.sweep())
  app.addHook('onClose', () => fileSweep.close())

  app.addHook('onListen', async () => disks.start())
  app.addHook('onClose', () => disks.close())

  app.addHook('onListen', async () => upkeep.start())
  app.addHook('onClose', () => upkeep.close())

  app.addHook('onListen', async () => retention.start())
  app.addHook('onClose', () => retention.close())
}
