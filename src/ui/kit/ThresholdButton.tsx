import {Button, type ButtonProps} from '@mantine/core'
import {type ReactNode, useState} from 'react'
import {texts} from '../texts'
import {type ThresholdInPlaceProps, useApplication} from './application'
import {LazyPart} from './loading/LazyPart'

interface Props extends ThresholdInPlaceProps, Pick<ButtonProps, 'size' | 'fz' | 'variant'> {
  children: ReactNode
}

/** Opens the form of a threshold over the screen. The dialog gives the focus back to this button. */
export function ThresholdButton({device, telemetryKey, limits, onSaved, ...button}: Props) {
  const {thresholdInPlace} = useApplication()
  // Each press is another form, which begins with what is stored.
  const [presses, setPresses] = useState(0)
  const asked = {device, telemetryKey, ...(limits && {limits}), ...(onSaved && {onSaved})}
  return (
    <>
      <Button {...button} aria-haspopup="dialog" onClick={() => setPresses(presses + 1)} />
      {presses > 0 && (
        <LazyPart load={thresholdInPlace} waiting={<span role="status">{texts.loading}</span>} isQuiet>
          {ThresholdInPlace => <ThresholdInPlace key={presses} {...asked} />}
        </LazyPart>
      )}
    </>
  )
}
