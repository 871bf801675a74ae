import type {DevicePlacesLogic} from './devicePlaces'
import type {PanelBandsLogic} from './panelBands'
import type {LoadPanelFacts} from './panelFacts'
import type {PanelSeriesLogic} from './panelSeries'
import type {LoadPictures} from './pictures'
import type {LoadWallVersions} from './wallVersions'

/** The sources of a wall besides latest values. */
export interface PanelSources {
  series: PanelSeriesLogic
  facts: LoadPanelFacts
  bands: PanelBandsLogic
  places: DevicePlacesLogic
  pictures: LoadPictures
  versions: LoadWallVersions
}
