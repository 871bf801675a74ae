import type {EpochMs} from '../../../../contract/wire/common'
import {useApplication} from '../application'
import spoken from '../text/Spoken.module.css'
import {texts} from '../text/texts'
import {IconWrench} from './icons'

interface Props {
  /** Nothing is shown outside of maintenance. */
  until: EpochMs | null
  /** Whether the words are shown. Otherwise they are the title of the icon, and read out. */
  isInFull?: boolean
}

/** Says until when a device is in maintenance. */
export function MaintenanceMark({until, isInFull = false}: Props) {
  const {formats} = useApplication()
  if (until === null) return null
  const words = texts.inMaintenance(formats.dateTime(until, 'minute'))
  return (
    <>
      {' '}
      <span data-maintenance title={isInFull ? undefined : words}>
        <IconWrench size="0.9em" aria-hidden="true" />{' '}
        <span className={isInFull ? undefined : spoken.spoken}>{words}</span>
      </span>
    </>
  )
}
