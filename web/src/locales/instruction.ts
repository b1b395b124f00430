/** Sentences of the page of instructions and of the unread ones on Home. */
export const instructionText = {
  content: { zh: '内容', en: 'Content' },
  readers: { zh: '确认名单', en: 'Read list' },
  versions: { zh: '版本', en: 'Versions' },
  version: { zh: 'V{n}', en: 'V{n}' },
  fullScreen: { zh: '全屏查看', en: 'Full screen' },
  larger: { zh: '放大', en: 'Larger' },
  smaller: { zh: '缩小', en: 'Smaller' },
  close: { zh: '关闭', en: 'Close' },
  confirm: { zh: '确认已读', en: 'Confirm as read' },
  openVideo: { zh: '打开视频', en: 'Open the video' },
  noContent: { zh: '还没有内容', en: 'No content yet' },
  effective: { zh: '{day} 起生效', en: 'effective from {day}' },
  attachments: { zh: '附件', en: 'Attachments' },
  notPublished: { zh: '没有找到已发布的「{code}」', en: 'No published "{code}" was found' },

  noReaders: {
    zh: '发布并要求确认后，这里列出应确认的人',
    en: 'Lists the people to confirm once it is published with confirmation required',
  },
  readCount: { zh: '{done} / {all} 人已确认', en: '{done} of {all} confirmed' },
  waiting: { zh: '未确认', en: 'Not yet' },
  exportList: { zh: '导出名单', en: 'Export list' },
  name: { zh: '姓名', en: 'Name' },
  account: { zh: '账号', en: 'Account' },
  readTime: { zh: '确认时间', en: 'Confirmed at' },

  compare: { zh: '比较', en: 'Compare' },
  compareOf: { zh: 'V{a} 与 V{b}', en: 'V{a} and V{b}' },
  same: { zh: '两个版本相同', en: 'Both versions are the same' },
  oneVersion: { zh: '只有一个版本', en: 'There is one version only' },

  videoChoose: { zh: '选择视频', en: 'Choose a video' },
  videoRemove: { zh: '移除', en: 'Remove' },

  effectiveHead: { zh: '生效日期', en: 'Effective' },
  mustReadHead: { zh: '须确认', en: 'To confirm' },
  mustRead: { zh: '待确认的操作说明', en: 'Instructions to confirm' },
  mustReadNote: { zh: '看过后点“确认已读”', en: 'read them, then confirm' },
} as const;
