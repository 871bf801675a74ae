import {Button, FileButton} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {DragEvent} from 'react'
import type {DeviceImportRef} from '../../../machines/console/deviceImport'
import {FormMessage} from '../../kit/FormMessage'
import styles from './Import.module.css'
import {StepSection} from './StepSection'
import {texts} from './texts'

export function ChooseFile({deviceImport}: {deviceImport: DeviceImportRef}) {
  const message = useSelector(deviceImport, ({context}) => context.message)
  return (
    <StepSection heading={texts.choose.heading}>
      <p>{texts.choose.lead}</p>
      {message !== null && <FormMessage kind="failed" message={message} />}
      <DropZone onFile={file => deviceImport.send({type: 'file.chosen', file})} />
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

function DropZone({onFile}: {onFile: (file: File) => void}) {
  function over(event: DragEvent<HTMLElement>) {
    event.preventDefault()
    event.currentTarget.dataset.over = ''
  }
  function leave({currentTarget}: DragEvent<HTMLElement>) {
    delete currentTarget.dataset.over
  }
  function drop(event: DragEvent<HTMLElement>) {
    event.preventDefault()
    leave(event)
    const [file] = event.dataTransfer.files
    if (file !== undefined) onFile(file)
  }
  return (
    <section className={styles.drop} aria-label={texts.choose.zone} onDragOver={over} onDragLeave={leave} onDrop={drop}>
      <span>{texts.choose.drop}</span>
      <FileButton accept={ACCEPTED} onChange={file => file !== null && onFile(file)}>
        {props => <Button {...props}>{texts.choose.button}</Button>}
      </FileButton>
    </section>
  )
}
