import type {EpochMs} from '../../../contract/wire/common'
import type {Alarms} from '../../alarm/alarms'
import type {AttributeReader} from '../../attribute/repository'
import type {Unhurried} from '../../database/passes'
import type {ChangeBus} from '../../live/bus'
import {report} from '../../scheduler'
import type {SeriesRef} from '../../telemetry/repository'
import {createJudging} from '../../usual/judging'
import {learnSteps} from '../../usual/learning'
import {createNamed} from '../../usual/named'
import {createZones} from '../../usual/zones'
import type {Settings} from '../options'
import type {WebServer} from '../webServer'

interface UsualOptions {
  alarms: Alarms | undefined
  attributes: AttributeReader
  changes: ChangeBus
}

/** What is usual of each series, and which are unusual. */
export function createUsual(
  {database, scheduler}: Settings,
  {background}: WebServer,
  {alarms, attributes, changes}: UsualOptions,
) {
  const named = createNamed(database)
  const zonesOf = createZones(database, attributes)
  const learning = background.job('learning', 'It is not learned what is usual')
  const judging = createJudging({
    database,
    scheduler,
    job: background.job('judging', 'Values are not evaluated for being usual'),
    async onChanged(evaluated) {
      await alarms?.onUnusual(evaluated)
      void changes.emit('series.judged', await named(evaluated))
    },
  })
  changes.on(
    'series.judged',
    async evaluated => {
      for (const series of await named.seriesOf(evaluated.filter(({is_accepted}) => is_accepted)))
        judging.forget(series)
    },
    'peer',
  )

  async function learnAll(until: EpochMs, unhurried: Unhurried) {
    for await (const _ of unhurried(learnSteps({database, zonesOf, until})));
  }

  return {
    judging,
    async onAccepted(series: SeriesRef) {
      judging.forget(series)
      const change = {...series, at: scheduler.now(), unusualSince: null, value: null, score: null, isNotified: false}
      await alarms?.onUnusual([change])
      void changes.emit('series.judged', await named([change], true))
    },
    learn: (until: EpochMs, unhurried: Unhurried) => report(learning, learnAll(until, unhurried)),
  }
}

export type UsualServices = ReturnType<typeof createUsual>
