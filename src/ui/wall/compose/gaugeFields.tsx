import {GAUGE_LOOKS, type GaugePanel} from '../../../domain/wall/gauges/gauge'
import {INDICATORS_OF, type IndicatorsPanel, MAX_INDICATORS} from '../../../domain/wall/gauges/indicators'
import type {WallRef} from '../../../machines/wall/wall'
import {NumberField} from '../../kit/form/NumberField'
import {texts} from '../gauges/texts'
import {Choice, DevicesField, KeyField, SeriesField, SeriesFields} from './fields'

interface Props<P> {
  wall: WallRef
  panel: P
  onChanged: (panel: P) => void
}

export function GaugeFields({wall, panel, onChanged}: Props<GaugePanel>) {
  const {least, most} = panel
  const isInOrder = least === null || most === null || least < most
  return (
    <>
      <SeriesField wall={wall} series={panel.series} onChosen={series => onChanged({...panel, series})} />
      <Choice
        label={texts.look}
        of={GAUGE_LOOKS}
        words={texts.looks}
        value={panel.look}
        onChosen={look => onChanged({...panel, look})}
      />
      <NumberField
        label={texts.least}
        description={texts.endHint}
        value={least}
        onTyped={least => onChanged({...panel, least})}
        onEmptied={() => onChanged({...panel, least: null})}
      />
      <NumberField
        label={texts.most}
        description={texts.endHint}
        value={most}
        error={isInOrder ? null : texts.order}
        onTyped={most => onChanged({...panel, most})}
        onEmptied={() => onChanged({...panel, most: null})}
      />
    </>
  )
}

export function IndicatorsFields({wall, panel, onChanged}: Props<IndicatorsPanel>) {
  const {of, key, devices, series} = panel
  return (
    <>
      <Choice
        label={texts.of}
        of={INDICATORS_OF}
        words={texts.ofs}
        value={of}
        onChosen={of => onChanged({...panel, of})}
      />
      {of === 'key' ? (
        <>
          <KeyField wall={wall} value={key} onChosen={key => onChanged({...panel, key})} />
          <DevicesField wall={wall} choice={devices} onChosen={devices => onChanged({...panel, devices})} />
        </>
      ) : (
        <SeriesFields
          wall={wall}
          series={series}
          most={MAX_INDICATORS}
          onChosen={series => onChanged({...panel, series})}
        />
      )}
    </>
  )
}
