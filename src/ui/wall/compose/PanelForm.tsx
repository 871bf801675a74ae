import {Button, Textarea, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {allZones} from '../../../domain/account/zones'
import {GROUPINGS} from '../../../domain/telemetry/devices/navigatorView'
import {SPANS} from '../../../domain/telemetry/series/sparkline'
import {AVAILABILITY_SPANS, type FactPanel} from '../../../domain/wall/facts/kinds'
import {COLUMNS, LEAST, type Rect} from '../../../domain/wall/layout/layout'
import {ORDERS, TILE_CHOICES} from '../../../domain/wall/options'
import {MAX_TITLE} from '../../../domain/wall/panels/panel'
import type {KnownPanel, Panel} from '../../../domain/wall/panels/panels'
import {TEXT_SIZES} from '../../../domain/wall/panels/text'
import {TOP_COUNTS, TOP_ENDS, TOP_VALUES} from '../../../domain/wall/panels/top'
import type {ComposeNews, ComposeRef} from '../../../machines/wall/compose'
import type {PictureLibraryLogic, PictureLibraryRef} from '../../../machines/wall/pictureLibrary'
import type {WallRef} from '../../../machines/wall/wall'
import {NumberField} from '../../kit/form/NumberField'
import {texts as factTexts} from '../facts/texts'
import {texts as panelTexts} from '../panels/texts'
import {PictureFields, useLibrary} from '../places/PictureFields'
import {PlanFields} from '../places/PlanFields'
import {texts as wallTexts} from '../texts'
import styles from './Compose.module.css'
import {removePanel} from './covers'
import {Choice, DevicesField, KeyField, SeriesField, SeriesFields} from './fields'
import {GaugeFields, IndicatorsFields} from './gaugeFields'
import {MapFields} from './MapFields'
import {texts} from './texts'

interface Props {
  wall: WallRef
  compose: ComposeRef
  pictures: PictureLibraryLogic
}

/** Everything about the selected panel, so that nothing needs a pointer. */
export function PanelForm({wall, compose, pictures}: Props) {
  const library = useLibrary(pictures, wall, compose)
  const panel = useSelector(compose, ({context: {composition, selected}}) =>
    composition.panels.find(({id}) => id === selected),
  )
  if (panel === undefined) return <p className={styles.hint}>{texts.nothing}</p>
  const {id} = panel
  return (
    // Another panel has fields of its own.
    <div key={id} className={styles.fields}>
      <h2 className={styles.kind}>{panelTexts.kinds[panel.kind]}</h2>
      {panel.kind !== 'later' && (
        <>
          <TextInput
            size="xs"
            label={texts.title}
            description={texts.titleHint}
            maxLength={MAX_TITLE}
            value={panel.title}
            onChange={({currentTarget}) =>
              compose.send({type: 'panel.changed', panel: {...panel, title: currentTarget.value}})
            }
          />
          <Options
            wall={wall}
            panel={panel}
            library={library}
            onChanged={(changed, news) => compose.send({type: 'panel.changed', panel: changed, ...(news && {news})})}
          />
        </>
      )}
      <Places panel={panel} onPlaced={rect => compose.send({type: 'panel.placed', id, rect})} />
      <div className={styles.tools}>
        <Button size="xs" variant="default" onClick={() => compose.send({type: 'panel.duplicated', id})}>
          {texts.duplicate}
        </Button>
        <Button size="xs" variant="subtle" color="red" onClick={() => removePanel(compose, id)}>
          {texts.remove}
        </Button>
      </div>
    </div>
  )
}

/** Columns and rows are counted from one. */
function Places({panel, onPlaced}: {panel: Panel; onPlaced: (rect: Partial<Rect>) => void}) {
  const {x, y, w, h} = panel
  const fields = [
    {label: texts.column, value: x + 1, least: 1, most: COLUMNS - w + 1, placed: (value: number) => ({x: value - 1})},
    {label: texts.row, value: y + 1, least: 1, placed: (value: number) => ({y: value - 1})},
    {label: texts.width, value: w, least: LEAST.w, most: COLUMNS, placed: (value: number) => ({w: value})},
    {label: texts.height, value: h, least: LEAST.h, placed: (value: number) => ({h: value})},
  ]
  return (
    <div className={styles.places}>
      {fields.map(({placed, ...field}) => (
        <NumberField key={field.label} {...field} onTyped={value => onPlaced(placed(value))} />
      ))}
    </div>
  )
}

interface OptionsProps {
  wall: WallRef
  panel: KnownPanel
  library: PictureLibraryRef
  onChanged: (panel: KnownPanel, news?: ComposeNews) => void
}

function Options({wall, panel, library, onChanged}: OptionsProps) {
  switch (panel.kind) {
    case 'tiles':
      return (
        <>
          <DevicesField wall={wall} choice={panel.devices} onChosen={devices => onChanged({...panel, devices})} />
          <Choice
            label={texts.tiles}
            of={TILE_CHOICES}
            words={wallTexts.kinds}
            value={panel.tiles}
            onChosen={tiles => onChanged({...panel, tiles})}
          />
          <Choice
            label={texts.order}
            of={ORDERS}
            words={wallTexts.orders}
            value={panel.order}
            onChosen={order => onChanged({...panel, order})}
          />
          <Choice
            label={texts.grouping}
            of={GROUPINGS}
            words={wallTexts.groupings}
            value={panel.grouping}
            onChosen={grouping => onChanged({...panel, grouping})}
          />
        </>
      )
    case 'number':
      return <SeriesField wall={wall} series={panel.series} onChosen={series => onChanged({...panel, series})} />
    case 'gauge':
      return <GaugeFields wall={wall} panel={panel} onChanged={onChanged} />
    case 'indicators':
      return <IndicatorsFields wall={wall} panel={panel} onChanged={onChanged} />
    case 'map':
      return <MapFields wall={wall} panel={panel} onChanged={onChanged} />
    case 'chart':
      return (
        <>
          <SeriesFields wall={wall} series={panel.series} onChosen={series => onChanged({...panel, series})} />
          <Choice
            label={texts.span}
            of={SPANS}
            words={panelTexts.spans}
            value={panel.span}
            onChosen={span => onChanged({...panel, span})}
          />
        </>
      )
    case 'top':
      return (
        <>
          <KeyField wall={wall} value={panel.key} onChosen={key => onChanged({...panel, key})} />
          <DevicesField wall={wall} choice={panel.devices} onChosen={devices => onChanged({...panel, devices})} />
          <Choice
            label={texts.by}
            of={TOP_VALUES}
            words={texts.bys}
            value={panel.by}
            onChosen={by => onChanged({...panel, by})}
          />
          <Choice
            label={texts.end}
            of={TOP_ENDS}
            words={texts.ends}
            value={panel.end}
            onChosen={end => onChanged({...panel, end})}
          />
          <Choice
            label={texts.span}
            of={SPANS}
            words={panelTexts.spans}
            value={panel.span}
            onChosen={span => onChanged({...panel, span})}
          />
          <Choice
            label={texts.count}
            of={TOP_COUNTS}
            value={panel.count}
            onChosen={count => onChanged({...panel, count})}
          />
        </>
      )
    case 'alarms':
      return <DevicesField wall={wall} choice={panel.devices} onChosen={devices => onChanged({...panel, devices})} />
    case 'unusual':
    case 'late':
    case 'availability':
    case 'screens':
    case 'comparison':
    case 'changes':
      return <FactFields wall={wall} panel={panel} onChanged={onChanged} />
    case 'text':
      return (
        <>
          <Textarea
            size="xs"
            label={texts.text}
            autosize
            minRows={2}
            maxRows={8}
            value={panel.text}
            onChange={({currentTarget}) => onChanged({...panel, text: currentTarget.value})}
          />
          <Choice
            label={texts.size}
            of={TEXT_SIZES}
            words={texts.sizes}
            value={panel.size}
            onChosen={size => onChanged({...panel, size})}
          />
        </>
      )
    case 'clock':
      return (
        <Choice
          label={texts.zone}
          of={['', ...allZones()]}
          words={{'': texts.ownZone}}
          value={panel.zone}
          onChosen={zone => onChanged({...panel, zone})}
        />
      )
    case 'picture':
      return <PictureFields {...{panel, library, onChanged}} />
    case 'plan':
      return <PlanFields {...{wall, panel, library, onChanged}} />
    default:
      return panel satisfies never
  }
}

interface FactFieldsProps {
  wall: WallRef
  panel: FactPanel
  onChanged: (panel: FactPanel) => void
}

/** The fields of a panel that shows more of devices than their latest values. */
const FactFields = ({wall, panel, onChanged}: FactFieldsProps) => (
  <>
    {panel.kind === 'comparison' && (
      <KeyField wall={wall} value={panel.key} onChosen={key => onChanged({...panel, key})} />
    )}
    {panel.kind !== 'changes' && (
      <DevicesField wall={wall} choice={panel.devices} onChosen={devices => onChanged({...panel, devices})} />
    )}
    {panel.kind === 'availability' && (
      <Choice
        label={texts.span}
        of={AVAILABILITY_SPANS}
        words={factTexts.availability.spans}
        value={panel.span}
        onChosen={span => onChanged({...panel, span})}
      />
    )}
    <Choice label={texts.count} of={TOP_COUNTS} value={panel.count} onChosen={count => onChanged({...panel, count})} />
  </>
)
