import {join} from 'node:path'
import type {Viewer} from '../../server/access/viewer'
import {buildApp} from '../../server/app'
import {createAuditTrail} from '../../server/audit/repository'
import {createDeviceRepository} from '../../server/device/repository'
import {deviceRoutes} from '../../server/device/routes'
import {lastSeenOf, removeTelemetry} from '../../server/telemetry/repository'
import {BARE_PREFIX, barePathOrder} from './barePath'
import {inDatabaseOf} from './server'
import {createOrganisation} from './world'

/** A viewer whose reach is everything, so that the queries only look for the device. */
const EVERYBODY: Viewer = {
  sessionId: '',
  userId: '',
  email: '',
  authority: 'SYS_ADMIN',
  organisationId: null,
  customerId: null,
}

/** Runs the server with a second copy of its device calls, below a prefix and without checks of session and reach. */
process.once('message', async message => {
  const {dataDir, users} = barePathOrder.parse(message)
  await inDatabaseOf(dataDir, async database => {
    const {emails, devices: seeded} = await createOrganisation(database, 'Bare', 10, users)
    const calls = ['GET device', 'GET device/:id', 'POST device', 'PUT device/:id', 'DELETE device/:id']
    const furtherAccess = Object.fromEntries(
      calls.map(call => [call.replace(' ', ` ${BARE_PREFIX}/api/v0/`), EVERYONE] as const),
    )
    const app = await buildApp({database, files: {folder: join(dataDir, 'assets')}, furtherAccess})
    const devices = createDeviceRepository({
      database,
      now: Date.now,
      audit: createAuditTrail(database, Date.now),
      removeTelemetry,
      lastSeenOf,
    })
    await app.register(deviceRoutes, {
      prefix: BARE_PREFIX,
      devices: {...devices, findVisible: (_viewer, id) => devices.findVisible(EVERYBODY, id)},
    })
    await app.listen({host: '127.0.0.1', port: 0})
    process.send?.({origin: app.listeningOrigin, emails, deviceIds: seeded.map(({id}) => id)})
    await new Promise(resolve => process.once('disconnect', resolve))
    await app.close()
  })
  process.exit(0)
})

const EVERYONE = {who: 'everyone'} as const
