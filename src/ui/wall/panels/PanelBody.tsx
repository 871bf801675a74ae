import type {Panel} from '../../../domain/wall/panels/panels'
import {LazyPart} from '../../kit/loading/LazyPart'
import {FactBody} from '../facts/FactBody'
import {GaugeBody} from '../gauges/GaugeBody'
import {IndicatorsBody} from '../gauges/IndicatorsBody'
import {Grid} from '../grid/Grid'
import {PictureBody} from '../places/PictureBody'
import {PlanBody} from '../places/PlanBody'
import {AlarmsBody} from './AlarmsBody'
import {ChartBody} from './ChartBody'
import {NumberBody} from './NumberBody'
import styles from './Panels.module.css'
import type {BodyProps} from './painting'
import {ClockBody, TextBody} from './TextBodies'
import {TopBody} from './TopBody'
import {texts} from './texts'

/** Its outline of Earth is loaded with it. */
const mapPart = async () => (await import('../map/MapBody')).MapBody

/** The contents of a panel of each kind. */
export function PanelBody({panel, ...others}: BodyProps<Panel>) {
  switch (panel.kind) {
    case 'tiles':
      return <Grid wall={others.wall} panel={panel.id} />
    case 'number':
      return <NumberBody panel={panel} {...others} />
    case 'gauge':
      return <GaugeBody panel={panel} {...others} />
    case 'indicators':
      return <IndicatorsBody panel={panel} {...others} />
    case 'map':
      return (
        <LazyPart load={mapPart} waiting="">
          {MapBody => <MapBody panel={panel} {...others} />}
        </LazyPart>
      )
    case 'chart':
      return <ChartBody panel={panel} {...others} />
    case 'top':
      return <TopBody panel={panel} {...others} />
    case 'alarms':
      return <AlarmsBody panel={panel} {...others} />
    case 'unusual':
    case 'late':
    case 'availability':
    case 'screens':
    case 'comparison':
    case 'changes':
      return <FactBody panel={panel} {...others} />
    case 'text':
      return <TextBody panel={panel} {...others} />
    case 'clock':
      return <ClockBody panel={panel} {...others} />
    case 'picture':
      return <PictureBody panel={panel} {...others} />
    case 'plan':
      return <PlanBody panel={panel} {...others} />
    case 'later':
      return <p className={styles.message}>{texts.later(String(panel.entry.kind))}</p>
    default:
      return panel satisfies never
  }
}
