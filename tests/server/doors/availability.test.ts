import {expect, it, onTestFinished} from 'vitest'
import {AVAILABILITY_ROWS} from '../../../contract/limits'
import {device} from '../../../server/database/schema/device'
import {maintenancePeriod} from '../../../server/database/schema/maintenance'
import {openDoor} from './door'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const BEYOND = 100

it('the availability of more devices than a list has is told of the worst, in a bounded answer', async () => {
  const door = await openDoor()
  onTestFinished(() => door.world.close())
  const {database, works: organisationId, clock} = door.world
  const start = Math.floor(clock.now / DAY) * DAY - 32 * DAY
  const devices = await database.db
    .insert(device)
    .values(
      Array.from({length: AVAILABILITY_ROWS + BEYOND}, (_, at) => ({
        name: `d${at}`,
        label: `hall ${at % 7}`,
        organisationId,
        createdAt: start - DAY,
      })),
    )
    .returning()
  // The first devices have had data for all the time, the others for half of each day.
  await database.pool.query(
    `insert into data_day (device_number, day, times)
     select number, day, int4multirange(int4range(0, case when place <= $3 then 86400000 else 43200000 end))
     from unnest($1::int4[]) with ordinality as device (number, place), unnest($2::int8[]) as day`,
    [devices.map(({number}) => number), Array.from({length: 32}, (_, at) => start + at * DAY), BEYOND],
  )
  await database.db.insert(maintenancePeriod).values(
    Array.from({length: 32}, (_, at): typeof maintenancePeriod.$inferInsert => ({
      windowId: devices[0]?.id ?? '',
      organisationId,
      title: 'Oil',
      targetKind: 'label',
      targetValue: 'hall 1',
      startsAt: start + at * DAY,
      endsAt: start + at * DAY + HOUR,
    })),
  )
  const range = `start_ts=${start}&end_ts=${start + 32 * DAY - 1}`
  const path = `/availability?organisation_id=${organisationId}&${range}&time_zone=UTC&by=device`

  const [answer, isAlive] = await Promise.all([door.read(path), door.isAlive()])

  const shares = answer.rows.map(
    ({amounts: [available, judged]}: {amounts: number[]}) => Number(available) / Number(judged),
  )
  expect([answer.total.devices, answer.rows.length, answer.left_off, isAlive]).toEqual([
    devices.length,
    AVAILABILITY_ROWS,
    BEYOND,
    true,
  ])
  expect(Math.max(...shares)).toBeLessThan(0.6)
})
