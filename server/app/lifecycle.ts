import type {Milliseconds} from '../../contract/wire/common'
import {trackConnections} from '../http/closing'
import {createUnderWay, drained, type Job, report, type Scheduler} from '../scheduler'
import type {Settings} from './options'
import type {Services} from './services'
import type {WebServer} from './webServer'

const CLEANUP_PERIOD: Milliseconds = 60 * 60 * 1000

declare module 'fastify' {
  interface FastifyInstance {
    /** Resolves when only work that needs no more time is under way beside the calls. */
    drain(): Promise<void>
  }
}

/** Runs the parts beside the calls. They start once the server listens and end with it, the last one first. */
export function runBeside(
  {additions, scheduler, backups, mqtt: listening}: Settings,
  {app, background}: WebServer,
  services: Services,
) {
  const {evaluations, salts, live, polls, commandPolls, delivery, unpaired, peers, ingest, alarms, removal} = services
  const {
    mailQueue,
    notifying,
    maintenance,
    onCall,
    weeks,
    connectionNotes,
    fileSweep,
    disks,
    retention,
    upkeep,
    usual,
    mqtt,
    screens,
  } = services

  app.addHook('onClose', () => evaluations.close())

  // The secrets are made before anybody calls, so that a refused sign-in, or a call that reads, changes nothing.
  for (const [secret, make] of Object.entries({passwords: salts, channels: notifying.marks}))
    app.addHook('onReady', async () => {
      await make().catch(err => app.log.warn({err}, `The secret of ${secret} is made later`))
    })

  const connections = trackConnections(app.server, scheduler)
  app.addHook('preClose', async () => {
    live.close()
    polls.close()
    commandPolls.close()
    delivery.close()
    unpaired.close()
    await connections.endIdle()
  })
  app.addHook('onClose', async () => peers.close())
  if (usual) app.addHook('onClose', () => usual.judging.close())
  app.addHook('onClose', () => ingest.close())

  if (listening) app.addHook('onListen', () => mqtt.listen(listening))
  app.addHook('preClose', () => mqtt.close())
  if (listening) app.addHook('onListen', async () => connectionNotes.start())
  app.addHook('onClose', () => connectionNotes.close())

  app.addHook('onListen', async () => alarms?.wake())
  app.addHook('onClose', async () => alarms?.close())

  if (screens) {
    app.addHook('onListen', async () => screens.start())
    app.addHook('onClose', () => screens.close())
  }

  app.addHook('onClose', () => removal.close())

  const cleaned = background.job('cleaning', 'Ended sessions, expired links and old notifications are not removed')
  const cleaning = startCleaning(services, scheduler, cleaned)
  app.addHook('onClose', async () => cleaning.stop())

  app.addHook('onListen', async () => mailQueue.wake())
  app.addHook('onClose', () => mailQueue.close())

  if (additions) app.addHook('onListen', async () => notifying.wake())
  app.addHook('onClose', () => notifying.close())

  if (additions) app.addHook('onListen', async () => maintenance.turns.wake())
  app.addHook('onClose', () => maintenance.turns.close())

  if (additions) app.addHook('onListen', async () => onCall.gaps.wake())
  app.addHook('onClose', () => onCall.gaps.close())

  if (additions) app.addHook('onListen', async () => weeks.wake())
  app.addHook('onClose', () => weeks.close())

  app.addHook('onListen', async () => void fileSweep.sweep())
  app.addHook('onClose', () => fileSweep.close())

  app.addHook('onListen', async () => disks.start())
  app.addHook('onClose', () => disks.close())

  app.addHook('onListen', async () => upkeep.start())
  app.addHook('onClose', () => upkeep.close())

  if (backups) {
    const backedUp = background.job('backups', 'Backups fail')
    app.addHook('onListen', async () => backups.start(backedUp))
    app.addHook('onClose', () => backups.stop())
  }

  app.addHook('onListen', async () => retention.start())
  app.addHook('onClose', () => retention.close())

  const beside = [
    ingest,
    live,
    connectionNotes,
    removal,
    cleaning,
    mailQueue,
    notifying,
    maintenance.turns,
    onCall.gaps,
    weeks,
    fileSweep,
    disks,
  ]
  app.decorate('drain', () =>
    drained([
      ...beside,
      upkeep,
      retention,
      ...(alarms ? [alarms] : []),
      ...(usual ? [usual.judging] : []),
      ...(screens ? [screens] : []),
    ]),
  )
}

function startCleaning({sessions, accounts, notifying}: Services, {every}: Pick<Scheduler, 'every'>, job: Job) {
  const {track, underWay} = createUnderWay()
  const stop = every(CLEANUP_PERIOD, () => {
    const done = sessions
      .deleteEnded()
      .finally(() => accounts.deleteExpiredLinks())
      .finally(() => notifying.notifications.deleteOld())
    void track(report(job, done))
  })
  return {stop, underWay}
}
