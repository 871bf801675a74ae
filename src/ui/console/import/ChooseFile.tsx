import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {DeviceImportRef} from '../../../machines/console/deviceImport'
import {DropZone} from '../../kit/form/DropZone'
import {FormMessage} from '../../kit/form/FormMessage'
import styles from './Import.module.css'
import {StepSection} from './StepSection'
import {texts} from './texts'

export function ChooseFile({deviceImport}: {deviceImport: DeviceImportRef}) {
  const message = useSelector(deviceImport, ({context}) => context.message)
  return (
    <StepSection heading={texts.choose.heading}>
      <p>{texts.choose.lead}</p>
      {message !== null && <FormMessage kind="failed" message={message} />}
      <DropZone
        label={texts.choose.zone}
        text={texts.choose.drop}
        button={texts.choose.button}
        accept={ACCEPTED}
        onFiles={([file]) => file !== undefined && deviceImport.send({type: 'file.chosen', file})}
      />
      <p className={styles.quiet}>{texts.choose.limits}</p>
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => deviceImport.send({type: 'template.requested'})}>
          {texts.choose.template}
        </Button>
      </div>
    </StepSection>
  )
}

const ACCEPTED = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain,application/vnd.ms-excel'
