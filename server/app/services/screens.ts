import {id} from '../../../contract/wire/common'
import {SERVER} from '../../access/reach'
import type {Alarms} from '../../alarm/alarms'
import type {AssetRepository} from '../../asset/repository'
import type {AttributeReader} from '../../attribute/repository'
import {createOpeningHours} from '../../screen/openingHours'
import {createScreenRepository} from '../../screen/repository'
import {createScreenWatching} from '../../screen/watching'
import type {Settings} from '../options'
import type {WebServer} from '../webServer'

interface ScreensOptions {
  alarms: Pick<Alarms, 'alarmedScreens' | 'onScreens'>
  attributes: AttributeReader
  assets: Pick<AssetRepository, 'namesOf'>
}

/** What the public sees on the screens, and whether somebody has to be told. */
export function createScreens(
  {database, scheduler}: Settings,
  {background}: WebServer,
  {alarms, attributes, assets}: ScreensOptions,
) {
  return createScreenWatching({
    screens: createScreenRepository(database),
    openingHoursOf: createOpeningHours(database, attributes),
    // A device may report any text as what it plays.
    namesOf: ids =>
      assets.namesOf(
        SERVER,
        ids.filter(each => id.safeParse(each).success),
      ),
    scheduler,
    job: background.job('screens', 'It is not known what the screens show'),
    alarmed: () => alarms.alarmedScreens(),
    onNews: news => alarms.onScreens(news),
  })
}
