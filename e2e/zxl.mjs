import { chromium } from '@playwright/test'; import { ADMIN_BASE_PATH, PORTAL_ROUTES, SEARCH_TEXTS } from '@kidlab/contract'; import { readFileSync } from 'node:fs';
const origin=process.argv[2], N=Number(process.argv[3]??3);
for (let r=0;r<N;r++) {
const browser = await chromium.launch({ executablePath:'/usr/bin/chromium', args:['--no-sandbox'] });
const context = await browser.newContext({ baseURL: origin, viewport:{width:1280,height:800} });
const a = await context.request.post('/kidlab-reg/admin/api/login',{form:{username:'admin@example.org',password:'toys are for testing 2026'}}); if(!a.ok()) throw new Error(String(a.status()));
const page = await context.newPage(); await page.goto(ADMIN_BASE_PATH + PORTAL_ROUTES.search);
await page.getByRole('button',{name:SEARCH_TEXTS.added.submit,exact:true}).click(); await page.getByRole('table').waitFor();
if(process.env.SETTLE) await page.waitForTimeout(2000);
const cdp=await browser.newBrowserCDPSession(); let most=0; const timer=setInterval(async()=>{ try { const {processInfo}=await cdp.send('SystemInfo.getProcessInfo'); for(const {id} of processInfo.filter(p=>p.type==='renderer')) { const m=Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`,'utf8'))?.[1])/1024; if(m>most) most=m; } } catch{} },50);
await page.evaluate(()=>{ const t0=performance.now(); let last=t0; globalThis.gaps=[]; globalThis.t0=t0; setInterval(()=>{ const n=performance.now(); if(n-last-10>35) globalThis.gaps.push([(n-t0)|0,(n-last-10)|0]); last=n; },10);
 globalThis.lts=[]; new PerformanceObserver(l=>{ for(const e of l.getEntries()) globalThis.lts.push(['lt',(e.startTime-t0)|0,e.duration|0]); }).observe({type:'longtask'});
 new PerformanceObserver(l=>{ for(const e of l.getEntries()) globalThis.lts.push(['loaf',(e.startTime-t0)|0,e.duration|0,'block',e.blockingDuration|0,...e.scripts.map(s=>s.invoker.slice(0,60)+' '+(s.duration|0)+'ms layout '+(s.forcedStyleAndLayoutDuration|0))]); }).observe({type:'long-animation-frame'}); });
const s=performance.now(); const [d]=await Promise.all([page.waitForEvent('download',{timeout:300000}), page.getByRole('button',{name:SEARCH_TEXTS.added.excel,exact:true}).click()]); await d.path();
const sec=((performance.now()-s)/1e3).toFixed(1); clearInterval(timer);
const g=await page.evaluate(()=>({gaps:globalThis.gaps,lts:globalThis.lts})); console.log(sec+' s', most.toFixed(0)+' MB','longest',Math.max(0,...g.gaps.map(x=>x[1])),'gaps',JSON.stringify(g.gaps)); console.log(g.lts.map(x=>x.join(' ')).join('\n'));
await browser.close(); }
