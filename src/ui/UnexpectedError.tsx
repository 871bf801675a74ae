import {Anchor, Button} from '@mantine/core'
import {useRouteError} from 'react-router-dom'
import {NoticePage} from './kit/Notice'
import {texts} from './texts'

export function RenderError() {
  const error = useRouteError()
  return (
    <>
      <title>{texts.unexpected.heading}</title>
      <NoticePage kind="failed" heading={texts.unexpected.heading} hint={texts.unexpected.broken}>
        <Button variant="default" onClick={() => window.location.reload()}>
          {texts.unexpected.reload}
        </Button>
        <Anchor href="/">{texts.unexpected.home}</Anchor>
        <ErrorDetail error={error} />
      </NoticePage>
    </>
  )
}

export function NoSuchPage() {
  return (
    <>
      <title>{texts.unexpected.heading}</title>
      <NoticePage kind="failed" heading={texts.unexpected.heading} hint={texts.unexpected.noSuchPage}>
        <Anchor href="/">{texts.unexpected.home}</Anchor>
      </NoticePage>
    </>
  )
}

function ErrorDetail({error}: {error: unknown}) {
  return error instanceof Error ? <code>{error.message}</code> : null
}
