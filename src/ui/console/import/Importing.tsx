import {Button, Progress} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {rowsOf} from '../../../domain/console/deviceImport/filter'
import {tallyOf} from '../../../domain/console/deviceImport/outcome'
import type {DeviceImportRef} from '../../../machines/console/deviceImport'
import {FormMessage} from '../../kit/form/FormMessage'
import styles from './Import.module.css'
import {StepSection} from './StepSection'
import {texts as allTexts} from './texts'

const texts = allTexts.running

export function Importing({deviceImport}: {deviceImport: DeviceImportRef}) {
  const rows = useSelector(deviceImport, ({context}) => context.rows)
  const count = useMemo(() => rowsOf(rows).good.length, [rows])
  return (
    <StepSection heading={texts.heading(count)}>
      <HowFar deviceImport={deviceImport} count={count} />
      <Choice deviceImport={deviceImport} />
    </StepSection>
  )
}

/** The counts are not a live region: they change too often to be read out. Screen readers can query the bar instead. */
function HowFar({deviceImport, count}: {deviceImport: DeviceImportRef; count: number}) {
  const outcomes = useSelector(deviceImport, ({context}) => context.outcomes)
  const perSecond = useSelector(deviceImport, ({context}) => context.perSecond)
  const {done, failed} = useMemo(() => tallyOf(outcomes), [outcomes])
  const left = count - done - failed
  return (
    <>
      <Progress.Root size="lg" transitionDuration={0}>
        <Progress.Section value={count === 0 ? 100 : ((count - left) / count) * 100} aria-label={texts.bar} />
      </Progress.Root>
      <p className={styles.tally}>
        {texts.tally(done, failed, left)}
        {perSecond !== null && ` · ${texts.speed(perSecond)}`}
      </p>
    </>
  )
}

function Choice({deviceImport}: {deviceImport: DeviceImportRef}) {
  const isPaused = useSelector(deviceImport, s => s.matches({importing: 'paused'}))
  const canCancel = useSelector(deviceImport, s => s.can({type: 'cancel.requested'}))
  if (isPaused) return <Paused deviceImport={deviceImport} />
  return (
    <div className={styles.buttons}>
      {canCancel ? (
        <Button variant="default" onClick={() => deviceImport.send({type: 'cancel.requested'})}>
          {texts.cancel}
        </Button>
      ) : (
        <p role="status">{texts.stopping}</p>
      )}
    </div>
  )
}

function Paused({deviceImport}: {deviceImport: DeviceImportRef}) {
  const message = useSelector(deviceImport, ({context}) => context.message)
  const unsure = useSelector(deviceImport, ({context}) => context.unsureLines.size)
  return (
    <>
      <FormMessage kind="failed" message={`${texts.paused}. ${message ?? ''}`} hint={texts.safe} />
      {unsure > 0 && <p>{texts.unsure(unsure)}</p>}
      <div className={styles.buttons}>
        <Button autoFocus onClick={() => deviceImport.send({type: 'retry.requested'})}>
          {texts.resume}
        </Button>
        <Button variant="default" onClick={() => deviceImport.send({type: 'cancel.requested'})}>
          {texts.giveUp}
        </Button>
      </div>
    </>
  )
}
