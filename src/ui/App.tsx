import {type MantineColorSchemeManager, MantineProvider} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {ComponentProps} from 'react'
import {RouterProvider} from 'react-router-dom'
import type {FailureKind} from '../domain/failure'
import type {LoadRef} from '../machines/load'
import {type Application, ApplicationProvider} from './kit/application'
import {NoticeButton, NoticePage} from './kit/loading/Notice'
import {buttons} from './kit/text/texts'
import {Starting} from './Starting'
import {texts} from './texts'
import {cssVariables, theme} from './theme'

export interface Running {
  application: Application
  router: ComponentProps<typeof RouterProvider>['router']
}

export interface AppProps {
  start: LoadRef<Running>
  colorScheme: MantineColorSchemeManager
}

export function App({start, colorScheme}: AppProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorScheme}
      // The page has no style sheet of Mantine's variables (a third of all styles): the provider writes them all.
      deduplicateCssVariables={false}
    >
      <Started start={start} />
    </MantineProvider>
  )
}

function Started({start}: {start: LoadRef<Running>}) {
  const running = useSelector(start, ({context}) => context.loaded)
  const failure = useSelector(start, ({context}) => context.failure)
  const hasFailed = useSelector(start, snapshot => snapshot.matches('failed'))
  const isRetrying = useSelector(start, snapshot => snapshot.matches({failed: 'retrying'}))

  if (running !== null) {
    return (
      <ApplicationProvider value={running.application}>
        <RouterProvider router={running.router} />
      </ApplicationProvider>
    )
  }
  if (!hasFailed) return <Starting />
  return (
    <NoticePage kind="failed" heading={texts.start.failed} hint={`${reason(failure)} ${texts.start.again}`}>
      <NoticeButton isBusy={isRetrying} onClick={() => start.send({type: 'retry.requested'})}>
        {isRetrying ? texts.retrying : buttons.retry}
      </NoticeButton>
    </NoticePage>
  )
}

const reason = (failure: FailureKind | null): string =>
  failure === 'unreachable' ? texts.start.unreachable : texts.start.unreadable
