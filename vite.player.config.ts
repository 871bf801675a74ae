import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import {defaultClientConditions, defineConfig} from 'vite'
import {compressed} from './vite/firstPaint.ts'
import {mixins} from './vite/mixins.ts'
import {workers} from './vite/workers.ts'

/** The page of a screen, which shares no file with the dashboard: it is added to the build of the client. */
export default defineConfig({
  plugins: [react(), compressed, workers],
  resolve: {
    // As for the dashboard: RxJS without helpers for browsers of before 2015.
    conditions: ['es2015', ...defaultClientConditions],
    // The few words of the player are drawn by Preact, which is a fifteenth of React: screens hang on weak machines.
    alias: [
      {find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime'},
      {find: 'react-dom/client', replacement: 'preact/compat/client'},
      {find: /^react(-dom)?$/, replacement: 'preact/compat'},
    ],
  },
  css: {postcss: {plugins: [mantine({mixins})]}},
  publicDir: false,
  build: {
    outDir: 'dist/client',
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: {polyfill: false},
    rolldownOptions: {input: 'player.html'},
  },
})
