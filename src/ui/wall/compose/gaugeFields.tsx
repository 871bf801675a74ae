import {TextInput} from '@mantine/core'
import {GAUGE_LOOKS, type GaugePanel} from '../../../domain/wall/gauges/gauge'
import {INDICATORS_OF, type IndicatorsPanel, MOST_INDICATORS} from '../../../domain/wall/gauges/indicators'
import type {WallRef} from '../../../machines/wall/wall'
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
      <End label={texts.least} value={least} onTyped={least => onChanged({...panel, least})} />
      <End
        label={texts.most}
        value={most}
        error={isInOrder ? null : texts.order}
        onTyped={most => onChanged({...panel, most})}
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
          most={MOST_INDICATORS}
          onChosen={series => onChanged({...panel, series})}
        />
      )}
    </>
  )
}

interface EndProps {
  label: string
  value: number | null
  error?: string | null
  onTyped: (value: number | null) => void
}

const End = ({label, value, error, onTyped}: EndProps) => (
  <TextInput
    size="xs"
    type="number"
    inputMode="decimal"
    step="any"
    label={label}
    description={texts.endHint}
    error={error}
    value={value ?? ''}
    onChange={({currentTarget: {valueAsNumber}}) => onTyped(Number.isFinite(valueAsNumber) ? valueAsNumber : null)}
  />
)
