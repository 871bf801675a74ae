import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {DeviceImportRef, DeviceImportSnapshot} from '../../../machines/console/deviceImport'
import {buttons} from '../../kit/text/texts'
import styles from './Import.module.css'
import {StepSection} from './StepSection'
import {texts} from './texts'

export function Waiting({deviceImport}: {deviceImport: DeviceImportRef}) {
  const isReading = useSelector(deviceImport, s => s.matches('reading'))
  const text = useSelector(deviceImport, textOf)
  return (
    <StepSection heading={text}>
      <div className={styles.buttons}>
        <Button
          variant="default"
          onClick={() => deviceImport.send({type: isReading ? 'file.discarded' : 'mapping.requested'})}
        >
          {buttons.cancel}
        </Button>
      </div>
    </StepSection>
  )
}

function textOf(snapshot: DeviceImportSnapshot): string {
  const {fileName, sheet} = snapshot.context
  if (snapshot.matches('reading')) return texts.reading(fileName)
  return snapshot.matches('preparing') ? texts.preparing : texts.checking(sheet.rows.length)
}
