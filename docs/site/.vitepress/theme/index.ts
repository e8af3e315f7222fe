// Without the theme's fonts: the reader's own are as good, and nothing has to be loaded.
export { default } from 'vitepress/theme-without-fonts'

import './site.css'
